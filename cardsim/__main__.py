"""Lets ``python -m cardsim`` stand for the ``cardsim`` command."""

from cardsim.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
