"""Server with version 2 of the Python SDK: server_python_v2.py [PORT]."""

import json
import sys

from mcp.server.mcpserver import Context, MCPServer

from steps import order

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = MCPServer("orders")


@server.tool()
def get_order(number: int) -> str:
    return json.dumps(order(number), ensure_ascii=False)


@server.tool()
def list_orders(count: int) -> str:
    return json.dumps([order(number) for number in range(count)], ensure_ascii=False)


@server.tool()
def fail() -> str:
    raise ValueError("the ship is not in this harbor")


@server.tool()
async def count(to: int, context: Context) -> str:
    for number in range(to):
        await context.report_progress(number + 1, to)
    return str(to)


if port:
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
else:
    server.run(transport="stdio")
