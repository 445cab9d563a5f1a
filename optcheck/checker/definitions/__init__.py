"""What the papers define, one file a paper: instance in, a problem of the logic out. Standard library only."""
