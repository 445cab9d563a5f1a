"""Settings of Sphinx. Nothing is fetched from the network, neither when the site is built nor when it is read."""

import re
from pathlib import Path
from typing import Any

from optcheck import __version__

project = "optcheck"
version = release = __version__
copyright = "the authors of optcheck, MIT licence"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = [".cache"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
# Types in signatures are words to read; only references that a text makes on purpose must lead somewhere.
nitpick_ignore_regex = [("py:.*", ".*")]

html_theme = "furo"
html_title = f"optcheck {__version__}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False


def setup(app: Any) -> None:
    """Sphinx calls this."""
    app.connect("autodoc-process-docstring", _take_bars_literally)
    app.connect("build-finished", _make_accessible)


def _take_bars_literally(*arguments: Any) -> None:
    """In a docstring |x| is an absolute value; reStructuredText would look for a definition of x."""
    lines = arguments[-1]
    lines[:] = [line if line.startswith(" ") else line.replace("|", "\\|") for line in lines]


# What people who do not see the page, or have no mouse, would miss: names of the two sidebars, wide things that can be
# scrolled with the keyboard, and no headings without words.
_ACCESSIBLE = {
    r'<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Site">',
    r'<aside class="(toc-drawer[^"]*)">': r'<aside class="\1" aria-label="Page">',
    r'<p class="caption" role="heading">': '<p class="caption">',
    r"<pre>": '<pre tabindex="0">',
    r'<div class="(table-wrapper[^"]*)">': r'<div class="\1" tabindex="0" role="group" aria-label="Table">',
    r'<th class="(head[^"]*)">(<p></p>)?</th>': r'<td class="\1"></td>',
}


def _make_accessible(app: Any, failure: Exception | None) -> None:
    """Once everything is written: the theme has no settings for this."""
    for path in Path(app.outdir).rglob("*.html") if failure is None else ():
        text = path.read_text(encoding="utf-8")
        for pattern, replacement in _ACCESSIBLE.items():
            text = re.sub(pattern, replacement, text)
        path.write_text(text, encoding="utf-8")
