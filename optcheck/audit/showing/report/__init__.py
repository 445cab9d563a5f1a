"""The audit as one self-contained HTML file."""

from optcheck.audit.showing.report.cards import Audit
from optcheck.audit.showing.report.page import render, write_report
from optcheck.audit.showing.report.stamp import Stamp, stamp

__all__ = ["Audit", "Stamp", "render", "stamp", "write_report"]
