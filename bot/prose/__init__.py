"""Pure functions on what people write about contributions: sifting, telling apart, shortening, finding terms."""
