# mcp-pager, a library for servers, in front of an upstream: pager.py MAX_TOKENS TTL_MS COMMAND ARG… mirrors each tool of it.

import asyncio
import inspect
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.fastmcp import FastMCP
from mcp.types import TextContent
from mcp_pager import paginate

TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


def is_copy(text, structured):
    try:
        return json.loads(text) == structured
    except ValueError:
        return False


def mirror(server, session, tool):
    properties = tool.inputSchema.get("properties", {})

    async def call(**arguments):
        given = {name: value for name, value in arguments.items() if value is not None}
        result = await session.call_tool(tool.name, given)
        if result.isError:
            raise RuntimeError("\n".join(block.text for block in result.content if block.type == "text"))
        blocks = list(result.content)
        texts = [block.text for block in blocks if block.type == "text"]
        structured = result.structuredContent
        if structured is not None and not any(is_copy(text, structured) for text in texts):
            blocks.append(TextContent(type="text", text=json.dumps(structured, ensure_ascii=False)))
        return blocks[0].text if len(blocks) == 1 and blocks[0].type == "text" else blocks

    call.__name__ = tool.name
    call.__signature__ = inspect.Signature([
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=TYPES.get(schema.get("type"), str) | None)
        for name, schema in properties.items()])
    server.add_tool(call, name=tool.name, description=tool.description)


async def main(tokens, millis, command, *args):
    async with stdio_client(StdioServerParameters(command=command, args=list(args))) as streams, ClientSession(*streams) as session:
        await session.initialize()
        server = FastMCP("pager")
        paginate(server, max_tokens=int(tokens), ttl_ms=int(millis))
        for tool in (await session.list_tools()).tools:
            mirror(server, session, tool)
        await server.run_stdio_async()


asyncio.run(main(*sys.argv[1:]))
