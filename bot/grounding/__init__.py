"""Pure functions that hold a sentence of ours against a source: its figures, names, quotes, claims and changes."""
