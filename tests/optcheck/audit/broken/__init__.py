"""Claims that go wrong in every way that the audit must report."""
