"""Pictures of cards, tiles, boards and games as self-contained HTML: plain numbers in, no game known."""

from cardsim.pictures.boards import board_rows, card_groups, tile_groups
from cardsim.pictures.markup import Picture, rows_html
from cardsim.pictures.page import document, viewer
from cardsim.pictures.pieces import EVERYBODY, NOBODY, SLOT, Choice, Group, Piece, Row, Step, card, cards, hidden, tile

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "SLOT",
    "Choice",
    "Group",
    "Picture",
    "Piece",
    "Row",
    "Step",
    "board_rows",
    "card",
    "card_groups",
    "cards",
    "document",
    "hidden",
    "rows_html",
    "tile",
    "tile_groups",
    "viewer",
]
