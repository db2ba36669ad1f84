"""The bidders, one room each: a source's way of counting tricks and its test for nil."""
