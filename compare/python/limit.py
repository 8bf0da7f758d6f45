# FastMCP in front of an upstream, with ResponseLimitingMiddleware: limit.py MAX_SIZE COMMAND ARG… (0: the default size).

import sys

from fastmcp.server import create_proxy
from fastmcp.server.middleware.response_limiting import ResponseLimitingMiddleware

size, command, *args = sys.argv[1:]
proxy = create_proxy({"mcpServers": {"data": {"command": command, "args": args}}})
proxy.add_middleware(ResponseLimitingMiddleware(max_size=int(size)) if int(size) else ResponseLimitingMiddleware())
proxy.run(show_banner=False)
