"""Client with version 2 of the Python SDK: client_python_v2.py stdio COMMAND ARG… | http URL."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters

from steps import run_steps


class Adapter:
    def __init__(self, client):
        self.client = client

    def revision(self):
        return self.client.protocol_version

    async def list_tools(self):
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, name, arguments, on_progress):
        async def progress(done, total, message):
            on_progress(done)

        result = await self.client.call_tool(name, arguments, progress_callback=progress if on_progress else None)
        return "".join(block.text for block in result.content), bool(result.is_error)


async def main():
    if sys.argv[1] == "http":
        server = sys.argv[2]
    else:
        server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
    async with Client(server) as client:
        print(json.dumps(await run_steps(Adapter(client))))


asyncio.run(main())
