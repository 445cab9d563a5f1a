"""The audit as one self-contained HTML file."""

from optcheck.audit.report.page import render, write_report

__all__ = ["render", "write_report"]
