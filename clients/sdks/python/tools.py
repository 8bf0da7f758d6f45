"""Tools of the servers. All Python SDKs accept the same functions."""

import json

from steps import order


def add_tools(server, context_type):
    """Adds the tools to a server. The SDK recognizes its context by the type of the argument."""

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
    async def count(to: int, context: context_type) -> str:
        for number in range(to):
            await context.report_progress(number + 1, to)
        return str(to)
