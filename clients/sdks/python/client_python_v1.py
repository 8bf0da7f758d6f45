"""Client with version 1 of the Python SDK: client_python_v1.py stdio COMMAND ARG… | http URL | sse URL."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack

from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamablehttp_client

from steps import run_steps


class Adapter:
    def __init__(self, session, revision):
        self.session = session
        self.negotiated = revision

    def revision(self):
        return self.negotiated

    async def list_tools(self):
        return [tool.name for tool in (await self.session.list_tools()).tools]

    async def call(self, name, arguments, on_progress):
        async def progress(done, total, message):
            on_progress(done)

        result = await self.session.call_tool(name, arguments, progress_callback=progress if on_progress else None)
        return "".join(block.text for block in result.content), bool(result.isError)


async def main():
    async with AsyncExitStack() as stack:
        if sys.argv[1] == "http":
            read, write, _ = await stack.enter_async_context(streamablehttp_client(sys.argv[2]))
        elif sys.argv[1] == "sse":
            read, write = await stack.enter_async_context(sse_client(sys.argv[2]))
        else:
            server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
            read, write = await stack.enter_async_context(stdio_client(server))
        session = await stack.enter_async_context(ClientSession(read, write))
        result = await session.initialize()
        print(json.dumps(await run_steps(Adapter(session, result.protocolVersion))))


asyncio.run(main())
