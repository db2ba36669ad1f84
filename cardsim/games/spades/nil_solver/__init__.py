"""Can a nil be made with all cards seen?"""
