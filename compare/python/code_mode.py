# FastMCP's CodeMode in front of an upstream: code_mode.py MAX_CALLS COMMAND ARG… (0: the default number).

import sys

from fastmcp.experimental.transforms.code_mode import CodeMode
from fastmcp.server import create_proxy

calls, command, *args = sys.argv[1:]
proxy = create_proxy({"mcpServers": {"data": {"command": command, "args": args}}})
proxy.add_transform(CodeMode(max_tool_calls=int(calls)) if int(calls) else CodeMode())
proxy.run(show_banner=False)
