"""An agent of smolagents: python smolagents-agent.py PROMPT"""

import os
import shlex
import sys

from mcp import StdioServerParameters
from smolagents import MCPClient, OpenAIModel, ToolCallingAgent

SERVER = os.environ.get("MCP_SERVER", "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything")

command, *args = shlex.split(SERVER)
model = OpenAIModel(
    model_id=os.environ["MODEL"], api_base=os.environ["OPENAI_BASE_URL"], api_key=os.environ["OPENAI_API_KEY"]
)
# with structured_output, the model would get structured content in place of the text
with MCPClient(StdioServerParameters(command=command, args=args), structured_output=False) as tools:
    print(ToolCallingAgent(tools=tools, model=model).run(sys.argv[1]))
