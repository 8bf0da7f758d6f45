"""An agent of the OpenAI Agents SDK, with strict schemas: python openai-agents.py PROMPT"""

import asyncio
import os
import shlex
import sys

from agents import Agent, Runner
from agents.mcp import MCPServerStdio

SERVER = os.environ.get("MCP_SERVER", "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything")


async def main() -> None:
    command, *args = shlex.split(SERVER)
    # the default of 5 seconds also limits the first start
    async with MCPServerStdio(params={"command": command, "args": args}, client_session_timeout_seconds=60) as server:
        agent = Agent(
            name="shop",
            model=os.environ["MODEL"],
            mcp_servers=[server],
            mcp_config={"convert_schemas_to_strict": True},
        )
        result = await Runner.run(agent, sys.argv[1])
        print(result.final_output)


asyncio.run(main())
