// A server with apps, written with ext-apps like a real one: an app page, tools that show it, a tool for the app only.
// Arguments: the server's name; then `modern` (only 2026-07-28), `modern-ends` (the process also ends on initialize),
// `legacy` (older revisions only), or `both`; then `http` for HTTP on a free port, which it prints, in place of standard input and output.

import process from 'node:process';
import { getUiCapability, registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { page } from './page.js';
import { ships, track } from './records.js';
import { serve } from './serve.js';

const [name = 'north', era = 'both', transport = 'stdio'] = process.argv.slice(2);
// every server has its page at the same URI, as happens with `ui://widget/index.html`
const PAGE = 'ui://harbour/ships.html';
const BLOB = 'ui://harbour/ships-blob.html';
const html = page(name);
const ui = { csp: { connectDomains: [`https://${name}.example`] }, prefersBorder: true };
const entry = (uri, content) => ({ uri, mimeType: RESOURCE_MIME_TYPE, ...content, _meta: { ui } });
const text = (said) => ({ type: 'text', text: said });

serve(create, era, transport);

function create() {
  const server = new McpServer({ name, version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } });

  registerAppResource(server, 'Ships', PAGE, {}, async () => ({ contents: [entry(PAGE, { text: html })] }));
  registerAppResource(server, 'Ships, as a blob', BLOB, {}, async () => ({
    contents: [entry(BLOB, { blob: Buffer.from(html).toString('base64') })],
  }));

  const whole = { server: name, ships: ships(800) };
  const legend = { 'harbour/legend': { rows: ships(40), theme: 'dark' } };
  const shown = { resourceUri: PAGE };
  const forAppAlone = { ui: { ...shown, visibility: ['app'] } };
  const sentence = `800 ships are in the harbour of ${name}.`;

  registerAppTool(server, 'show_ships', { description: 'Shows all ships in the harbour.', _meta: { ui: shown } }, async () => ({
    content: [text(sentence)],
    structuredContent: whole,
    _meta: legend,
  }));
  registerAppTool(
    server,
    'show_ships_as_text_too',
    {
      description: 'The same, for older clients as text too.',
      outputSchema: z.object({ server: z.string(), ships: z.array(z.any()) }),
      _meta: { ui: shown },
    },
    async () => ({ content: [text(JSON.stringify(whole))], structuredContent: whole }),
  );
  registerAppTool(
    server,
    'track_ship',
    { inputSchema: z.object({ id: z.string() }), _meta: forAppAlone },
    async ({ id }) => {
      const structuredContent = { server: name, id, positions: track(id, 800) };
      return { content: [text(JSON.stringify(structuredContent))], structuredContent };
    },
  );
  // the text of the page in the result, besides its reference, as the first hosts required it
  server.registerTool('embed_ships', { description: 'The page of the ships.' }, async () => ({
    content: [text(sentence), { type: 'resource', resource: entry(PAGE, { text: html }) }],
  }));
  server.registerTool('list_ships', { description: 'Lists all ships.', annotations: { readOnlyHint: true } }, async () => ({
    content: [text(JSON.stringify(whole))],
    structuredContent: whole,
  }));
  server.registerTool('declared', { description: 'What the client said about apps.' }, async (ctx) => {
    const said = ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.server.getClientCapabilities();
    return { content: [text(JSON.stringify(getUiCapability(said) ?? null))] };
  });
  // a tool that only the server with this name has
  registerAppTool(server, `refuel_${name}`, { _meta: forAppAlone }, async () => ({
    content: [text(`refuelled at ${name}`)],
  }));
  return server;
}
