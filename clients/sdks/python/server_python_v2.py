"""Server with version 2 of the Python SDK: server_python_v2.py [PORT]."""

import sys

from mcp.server.mcpserver import Context, MCPServer

from tools import add_tools

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = MCPServer("orders")
add_tools(server, Context)
if port:
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
else:
    server.run(transport="stdio")
