"""The audit as one self-contained HTML file."""

from optcheck.audit.showing.report.page import Audit, render, write_report

__all__ = ["Audit", "render", "write_report"]
