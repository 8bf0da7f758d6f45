"""An agent of Pydantic AI: python pydantic-ai.py PROMPT"""

import asyncio
import os
import shlex
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset, StdioTransport
from pydantic_ai.models.openai import OpenAIChatModel

SERVER = os.environ.get("MCP_SERVER", "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything")


async def main() -> None:
    command, *args = shlex.split(SERVER)
    # By default, the second error of a tool in a row ends the run. With "failed", the model reads each error and goes on.
    toolset = MCPToolset(StdioTransport(command=command, args=args), tool_error_behavior="failed")
    agent = Agent(OpenAIChatModel(os.environ["MODEL"]), toolsets=[toolset])
    async with agent:
        result = await agent.run(sys.argv[1])
    print(result.output)


asyncio.run(main())
