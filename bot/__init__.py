"""A conference digest bot: reads programs, picks for one reader, proposes a digest with its sources."""
