"""Draws terminal output (with colors, from standard input) as an SVG. terminal.py COMMAND COLUMNS LINES >FILE"""

import io
import sys

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

# No font is loaded from the network; the picture must look right from disk.
FORMAT = """<svg class="rich-terminal" width="{width}" height="{height}" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

NORMAL = [(40, 44, 52), (224, 108, 117), (152, 195, 121), (229, 192, 123), (97, 175, 239), (198, 120, 221), (86, 182, 194), (171, 178, 191)]
THEME = TerminalTheme((30, 34, 42), (215, 218, 224), NORMAL, NORMAL)

command, columns, lines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
for line in sys.stdin.read().splitlines()[:lines]:
    console.print(Text.from_ansi(line), overflow="crop", no_wrap=True, highlight=False)
sys.stdout.write(console.export_svg(title="", theme=THEME, code_format=FORMAT, unique_id="try"))
