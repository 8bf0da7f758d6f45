"""Server with FastMCP: server_fastmcp.py [PORT]."""

import json
import sys

from fastmcp import Context, FastMCP

from steps import order

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = FastMCP("orders")


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
    server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
else:
    server.run(show_banner=False)
