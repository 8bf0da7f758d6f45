// A host that can do everything: calls a tool, shows its result with plimsoll_show, and records what the page asks for.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const MIME_TYPE = 'text/html;profile=mcp-app';
const INFO = { name: 'a-host', version: '1.0.0' };
const SHOW = 'plimsoll_show';

const asked = new URLSearchParams(location.search);
const state = document.getElementById('state');
const given = (name, otherwise) => (asked.has(name) ? JSON.parse(asked.get(name)) : otherwise);

// what tests look at
const seen = { said: [], context: null, files: [], sizes: [], modes: [], calls: 0, shownAt: 0, slow: 0, isDown: false };
globalThis.seen = seen;

try {
  const client = new Client(INFO, {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } } },
    ...(asked.get('revision') === '2026-07-28' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(asked.get('mcp'))));
  const { tools } = await client.listTools();
  const first = await client.callTool({ name: asked.get('tool'), arguments: given('arguments', {}) });
  const cursor = /"nextCursor\\*":\\*"([A-Za-z0-9_-]{48})/.exec(JSON.stringify(first))?.[1] ?? /cursor ([A-Za-z0-9_-]{48})/.exec(JSON.stringify(first))?.[1];
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === SHOW));
  const { contents: [page] } = await client.readResource({ uri });
  seen.calledAt = performance.now();
  const input = { cursor, ...given('show', {}) };
  const result = await client.callTool({ name: SHOW, arguments: input });
  seen.text = result.content.map((block) => block.text).join('\n');
  await show(client, page, input, result);
  state.textContent = 'connected';
} catch (error) {
  state.textContent = `failed: ${error.stack}`;
}

async function show(client, page, input, result) {
  const frame = document.querySelector('iframe');
  let hostContext = {
    theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'], locale: 'en-US', timeZone: 'UTC',
    containerDimensions: { maxHeight: 620, maxWidth: 2000 },
    ...given('context', {}),
  };
  const bridge = new AppBridge(client, INFO, given('capabilities', { serverTools: {}, updateModelContext: { text: {} }, message: { text: {} }, downloadFile: {}, openLinks: {} }), { hostContext });
  bridge.onmessage = async (message) => { seen.said.push(message); return {}; };
  bridge.onupdatemodelcontext = async (context) => { seen.context = context; return {}; };
  bridge.ondownloadfile = async ({ contents }) => { seen.files.push(...contents); return {}; };
  bridge.onsizechange = ({ height }) => { seen.sizes.push(height); if (!document.body.classList.contains('full')) frame.style.height = `${height}px`; };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    seen.modes.push(mode);
    document.body.classList.toggle('full', mode === 'fullscreen');
    frame.style.height = mode === 'fullscreen' ? '100%' : `${seen.sizes.at(-1) ?? 480}px`;
    hostContext = { ...hostContext, displayMode: mode };
    bridge.setHostContext(hostContext);
    return { mode };
  };
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: input });
    seen.shownAt = performance.now();
    await bridge.sendToolResult(given('strip', false) ? { content: result.content } : result);
  };
  globalThis.bridge = bridge;
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  // after it is connected, because that sets a handler of its own
  bridge.oncalltool = async (params) => {
    seen.calls += 1;
    if (seen.isDown) throw new Error('the server is gone');
    if (seen.slow) await new Promise((done) => setTimeout(done, seen.slow));
    return client.callTool(params);
  };
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:; connect-src 'none'";
  frame.srcdoc = page.text.replace('<head>', () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
