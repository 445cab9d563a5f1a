"""Small sample claims with known verdicts."""
