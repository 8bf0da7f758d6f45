"""Client with FastMCP: client_fastmcp.py stdio COMMAND ARG… | http URL | sse URL."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import SSETransport, StdioTransport

from steps import run_steps


class Adapter:
    def __init__(self, client):
        self.client = client

    def revision(self):
        return self.client.initialize_result.protocol_version if self.client.initialize_result else None

    async def list_tools(self):
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, name, arguments, on_progress):
        async def progress(done, total, message):
            on_progress(done)

        result = await self.client.call_tool(
            name, arguments, progress_handler=progress if on_progress else None, raise_on_error=False
        )
        return "".join(block.text for block in result.content), bool(result.is_error)


async def main():
    if sys.argv[1] == "http":
        server = sys.argv[2]
    elif sys.argv[1] == "sse":
        server = SSETransport(sys.argv[2])
    else:
        server = StdioTransport(command=sys.argv[2], args=sys.argv[3:], keep_alive=False)
    async with Client(server) as client:
        print(json.dumps(await run_steps(Adapter(client))))


asyncio.run(main())
