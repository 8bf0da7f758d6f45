// Tests the inspector's command line. It starts a process for each call, so stored results must outlive the process.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { commandLine } from '../lib/connection.js';
import { environment, folder, inspector, newerNode, servers } from '../lib/paths.js';
import { omittedBlock, READ } from '../lib/assertions.js';
import { group, skip } from '../lib/report.js';

const [major] = process.versions.node.split('.');
const node = Number(major) >= 23 ? process.execPath : newerNode;

/** Runs the inspector with the server's command in a configuration file, as clients have it. */
async function inspect(server, ...options) {
  const file = join(folder, 'inspector.json');
  const env = { ...environment, PLIMSOLL_STORE_TYPE: 'disk', MCP_INSPECTOR_SECRET_STORE: 'memory' };
  writeFileSync(file, JSON.stringify({ mcpServers: { it: { ...commandLine(server), env } } }));
  const inspectorArgs = ['--no-warnings', inspector, '--cli', '--format', 'json', '--config', file, '--server', 'it', ...options];
  const { stdout } = await promisify(execFile)(node, inspectorArgs, { env, maxBuffer: 64 << 20 });
  return JSON.parse(stdout).result;
}

await group('inspector', async (scenario) => {
  if (!existsSync(node)) {
    skip('inspector', 'needs Node 22.19, not available on this machine');
    return;
  }
  const files = join(folder, 'inspected');
  mkdirSync(files, { recursive: true });
  const big = Array.from({ length: 20_000 }, (_, i) => `${i}: a line "of" the file\n`).join('');
  writeFileSync(join(files, 'big.txt'), big);
  const image = Buffer.alloc(400_000, 0x5a);
  Buffer.from('89504e470d0a1a0a0000000d494844520000032000000258', 'hex').copy(image);
  writeFileSync(join(files, 'ship.png'), image);

  await scenario('tools/list', async () => {
    const { tools } = await inspect(servers.everything(), '--method', 'tools/list');
    assert.ok(tools.some((tool) => tool.name === 'echo'));
    assert.equal(tools.at(-1).name, READ);
  });
  await scenario('tools/list, by the command line in docs/reference/cli-run.md', async () => {
    const { command, args } = commandLine(servers.everything());
    const env = { ...environment, MCP_INSPECTOR_SECRET_STORE: 'memory' };
    for (const words of [args, args.filter((word) => word !== '--')]) {
      const inspectorArgs = ['--no-warnings', inspector, '--cli', '--format', 'json', '--method', 'tools/list', '--', command, ...words];
      const { stdout } = await promisify(execFile)(node, inspectorArgs, { env, maxBuffer: 64 << 20 });
      assert.equal(JSON.parse(stdout).result.tools.at(-1).name, READ);
    }
  });
  await scenario('tools/call, a small result', async () => {
    const called = await inspect(servers.everything(), '--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hi');
    assert.equal(called.content[0].text, 'Echo: hi');
  });
  const call = (name, args) =>
    inspect(servers.filesystem(files), '--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args));

  await scenario('tools/call, a large result, follow-up read by another process', async () => {
    const answer = await call('read_text_file', { path: join(files, 'big.txt') });
    const { value: { content }, nextCursor } = answer.structuredContent;
    assert.ok(big.startsWith(content));
    const next = await call(READ, { cursor: nextCursor });
    assert.ok(big.startsWith(content + next.structuredContent.value.content));
  });
  await scenario('resources/read of an image that an answer leaves out', async () => {
    const answer = await call('read_media_file', { path: join(files, 'ship.png') });
    const uri = `plimsoll://blob/${omittedBlock(answer).cursor}`;
    const { contents } = await inspect(servers.filesystem(files), '--method', 'resources/read', '--uri', uri);
    assert.ok(Buffer.from(contents[0].blob, 'base64').equals(image));
  });
  await scenario('resources/list of a server without resources', async () => {
    assert.deepEqual((await inspect(servers.filesystem(files), '--method', 'resources/list')).resources, []);
  });
});
