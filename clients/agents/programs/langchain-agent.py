"""An agent of LangChain: python langchain-agent.py PROMPT"""

import asyncio
import os
import shlex
import sys

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI

SERVER = os.environ.get("MCP_SERVER", "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything")


async def main() -> None:
    command, *args = shlex.split(SERVER)
    client = MultiServerMCPClient({"shop": {"transport": "stdio", "command": command, "args": args}})
    # These tools start a process for each call. Cursors stay valid, because Plimsoll keeps results on disk.
    tools = await client.get_tools()
    agent = create_agent(ChatOpenAI(model=os.environ["MODEL"]), tools)
    result = await agent.ainvoke({"messages": [{"role": "user", "content": sys.argv[1]}]})
    print(result["messages"][-1].content)


asyncio.run(main())
