"""Server with FastMCP: server_fastmcp.py [PORT]."""

import sys

from fastmcp import Context, FastMCP

from tools import add_tools

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = FastMCP("orders")
add_tools(server, Context)
if port:
    server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
else:
    server.run(show_banner=False)
