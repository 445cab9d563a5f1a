"""Showing verdicts: JSON, Markdown, errata, the report."""
