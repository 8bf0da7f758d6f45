// A typical host: calls the tools that its URL names, and shows the app of each with the text that the model gets.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const MIME_TYPE = 'text/html;profile=mcp-app';
const INFO = { name: 'a-host', version: '1.0.0' };

const asked = new URLSearchParams(location.search);
const revision = asked.get('revision');
const state = document.getElementById('state');

try {
  const client = await connected();
  const { tools } = await client.listTools();
  for (const name of asked.getAll('tool')) await show(client, tools.find((tool) => tool.name === name));
  state.textContent = `connected, revision ${client.getNegotiatedProtocolVersion()}`;
} catch (error) {
  state.textContent = `failed: ${error.message}`;
}

async function connected() {
  const client = new Client(INFO, {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } } },
    ...(revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : { supportedProtocolVersions: [revision] }),
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(asked.get('mcp'))));
  return client;
}

async function show(client, tool) {
  const uri = getToolUiResourceUri(tool);
  const result = await client.callTool({ name: tool.name, arguments: {} });
  const { contents } = await client.readResource({ uri });
  if (contents.length !== 1 || contents[0].mimeType !== MIME_TYPE) throw new Error(`${uri} is no app page`);
  const [page] = contents;
  const domains = page._meta?.ui?.csp?.connectDomains ?? [];
  const frame = described({
    tool: tool.name,
    page: uri,
    'connect-src': domains.join(' '),
    'the model reads': result.content.map((block) => block.text ?? block.type).join('\n').slice(0, 300),
  });

  const bridge = new AppBridge(client, INFO, { serverTools: {} });
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: {} });
    await bridge.sendToolResult(result);
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = restricted(page.text ?? decoded(page.blob), domains);
}

/** Loads the page with the policy that the extension requires. */
function restricted(html, domains) {
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src ${domains.join(' ') || "'none'"}`;
  return html.replace('<head>', () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

const decoded = (blob) => new TextDecoder().decode(Uint8Array.from(atob(blob), (each) => each.charCodeAt(0)));

/** Adds a frame for an app, with the host's data about it above; returns the frame. */
function described(facts) {
  const article = document.createElement('article');
  const list = document.createElement('dl');
  for (const [term, fact] of Object.entries(facts)) {
    for (const [kind, words] of [['dt', term], ['dd', fact]]) {
      list.append(Object.assign(document.createElement(kind), { textContent: words }));
    }
  }
  const frame = Object.assign(document.createElement('iframe'), { title: facts.tool });
  frame.sandbox.add('allow-scripts');
  article.append(list, frame);
  document.querySelector('main').append(article);
  return frame;
}
