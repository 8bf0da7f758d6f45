"""Settings of the documentation site. site/build makes it from docs/ and the Markdown files beside it."""

import re
from pathlib import Path

project = "Plimsoll"
author = "The Plimsoll authors"
version = release = re.search(r"<version>([^<]+)", Path("../../../pom.xml").read_text()).group(1)
html_title = f"Plimsoll {release}"

extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "README"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
# Names of domains are not links here.
myst_url_schemes = ["http", "https", "mailto"]
# A highlighter cannot know each of our samples: some JSON is shortened with "…".
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "none"

html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_favicon = "../../../gateway/src/main/resources/dev/plimsoll/gateway/dashboard/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5d5b", "color-brand-content": "#0b5d5b"},
    "dark_css_variables": {"color-brand-primary": "#6cc5bf", "color-brand-content": "#6cc5bf"},
}
