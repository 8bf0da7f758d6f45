"""Server with version 1 of the Python SDK: server_python_v1.py [PORT]."""

import sys

from mcp.server.fastmcp import Context, FastMCP

from tools import add_tools

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = FastMCP("orders", host="127.0.0.1", port=port or 8000)
add_tools(server, Context)
server.run(transport="streamable-http" if port else "stdio")
