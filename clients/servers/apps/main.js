// A server with apps, written with ext-apps as its users would: an app page, tools that show it, a tool for the app alone.
// Arguments: the server's name; `modern` for 2026-07-28 alone, `modern-ends` where it ends when it is to be initialized,
// `legacy` for the older revisions alone, or `both`; `http` for HTTP at any free port, which it says, instead of standard input and output.

import process from 'node:process';
import { getUiCapability, registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { page } from './page.js';
import { ships, track } from './records.js';
import { serve } from './serve.js';

const [name = 'north', era = 'both', transport = 'stdio'] = process.argv.slice(2);
// every server has its page at the same address, as happens with `ui://widget/index.html`
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
  // beside the reference to a page, its text in the result, as hosts of the first days wanted it
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
  // a tool that only the server of that name has
  registerAppTool(server, `refuel_${name}`, { _meta: forAppAlone }, async () => ({
    content: [text(`refuelled at ${name}`)],
  }));
  return server;
}
