"""An agent of LlamaIndex: python llama-index.py PROMPT"""

import asyncio
import os
import shlex
import sys

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

SERVER = os.environ.get("MCP_SERVER", "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything")


# LlamaIndex writes text, structured content, _meta, and images as base64 into one text for the model.
ENVIRONMENT = {
    "PLIMSOLL_POLICY_OUTPUT_SCHEMA": "strip",
    "PLIMSOLL_POLICY_BUDGET_META": "never",
    "PLIMSOLL_POLICY_IMAGES_AS_TEXT": "true",
}


async def main() -> None:
    command, *args = shlex.split(SERVER)
    client = BasicMCPClient(command, args=args, env=ENVIRONMENT)
    tools = await McpToolSpec(client).to_tool_list_async()
    model = OpenAILike(
        model=os.environ["MODEL"],
        api_base=os.environ["OPENAI_BASE_URL"],
        api_key=os.environ["OPENAI_API_KEY"],
        is_chat_model=True,
        is_function_calling_model=True,
    )
    print(await FunctionAgent(tools=tools, llm=model).run(user_msg=sys.argv[1]))


asyncio.run(main())
