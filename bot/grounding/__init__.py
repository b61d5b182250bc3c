"""Pure functions that hold a sentence of ours against a source: what it names, claims and changes."""
