"""Server with version 1 of the Python SDK: server_python_v1.py [PORT]."""

import json
import sys

from mcp.server.fastmcp import Context, FastMCP

from steps import order

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = FastMCP("orders", host="127.0.0.1", port=port or 8000)


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


server.run(transport="streamable-http" if port else "stdio")
