// Tests programs (`programs: read`) that call the reference servers for files and memory, with both versions of the SDK.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legacy, modern } from '../lib/connection.js';
import { endSession, legacyHttp, startGateway } from '../lib/gateway.js';
import { folder, servers } from '../lib/paths.js';
import { firstText } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const files = join(folder, 'programs');
const settings = join(folder, 'programs.yaml');

/** Returns a CSV file with orders. */
const orders = (count) => `id,customer,total\n${Array.from({ length: count }, (_, i) => `${i},customer-${i % 9},${i % 50}`).join('\n')}\n`;

await group('programs', async (scenario) => {
  mkdirSync(files, { recursive: true });
  writeFileSync(settings, 'programs: read\n');
  writeFileSync(join(files, 'orders.csv'), orders(2_000));
  for (let i = 0; i < 12; i += 1) writeFileSync(join(files, `note-${i}.txt`), 'word '.repeat(i + 1));

  for (const [version, connect] of Object.entries({ legacy, modern })) {
    const { client } = await connect(servers.filesystem(files), { options: ['--bridge', '--config', settings] });
    const run = (program, args = {}) => client.callTool({ name: 'plimsoll_run', arguments: { program, ...args } });
    const at = (name) => JSON.stringify(join(files, name));

    await scenario(`${version}: the listing has the tool`, async () => {
      assert.ok((await client.listTools()).tools.some(({ name }) => name === 'plimsoll_run'));
    });
    await scenario(`${version}: a sum over a file that no model reads`, async () => {
      const answer = await run(`call("read_text_file"; {path: ${at('orders.csv')}}) | (.content? // .) | fromcsv | map(.total | tonumber) | add`);
      assert.deepEqual(JSON.parse(firstText(answer)), { results: [Array.from({ length: 2_000 }, (_, i) => i % 50).reduce((a, b) => a + b)] });
    });
    await scenario(`${version}: twelve files in one call`, async () => {
      const names = JSON.stringify(Array.from({ length: 12 }, (_, i) => join(files, `note-${i}.txt`)));
      const answer = await run(`${names} | map(text("read_text_file"; {path: .}) | split(" ") | length - 1)`);
      assert.deepEqual(JSON.parse(firstText(answer)), Array.from({ length: 12 }, (_, i) => i + 1));
    });
    await scenario(`${version}: outputs above the budget are stored, and can be queried`, async () => {
      const program = `call("read_text_file"; {path: ${at('orders.csv')}}) | (.content? // .) | fromcsv | map({id, note: "a note about \\(.customer)"})`;
      const first = JSON.parse(firstText(await run(program)));
      assert.equal(first.totalCount, 2_000);
      const read = await client.callTool({ name: 'plimsoll_read', arguments: { cursor: first.nextCursor, query: 'map(.note) | unique | length' } });
      assert.deepEqual(JSON.parse(firstText(read)), { results: [9] });
      const joined = await run('$rows | length', { with: { rows: first.nextCursor } });
      assert.deepEqual(JSON.parse(firstText(joined)), { results: [2_000] });
    });
    await scenario(`${version}: a tool that writes is refused, and a wrong file is an error that can be caught`, async () => {
      const refused = await run(`call("write_file"; {path: ${at('new.txt')}, content: "x"})`);
      assert.match(firstText(refused), /FORBIDDEN.*write_file may change something/s);
      const caught = await run(`try call("read_text_file"; {path: "/etc/passwd"}) catch .code`);
      assert.equal(firstText(caught), 'TOOL_ERROR');
    });
  }

  await scenario('the hub: a program reads from one server and another', async () => {
    const gatewayProcess = await startGateway({ files: { command: servers.filesystem(files) }, notes: { command: servers.memory() } }, { programs: 'read' });
    const hub = await legacyHttp(gatewayProcess.url);
    const { client } = hub;
    const answer = await client.callTool({
      name: 'plimsoll_run',
      arguments: { program: `{graph: (call("notes__read_graph") | .entities | length), files: (text("files__list_directory"; {path: ${JSON.stringify(files)}}) | split("\\n") | length)}` },
    });
    assert.deepEqual(JSON.parse(firstText(answer)), { results: [{ graph: 0, files: 13 }] });
    await endSession(hub);
  });
});
