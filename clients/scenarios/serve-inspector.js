// Tests an endpoint of plimsoll serve with the inspector's command line, in both eras, and many calls at once.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { startGateway } from '../lib/gateway.js';
import { environment, folder, inspector, newerNode, servers } from '../lib/paths.js';
import { READ } from '../lib/assertions.js';
import { group, skip } from '../lib/report.js';

const [major] = process.versions.node.split('.');
const node = Number(major) >= 23 ? process.execPath : newerNode;

await group('serve-inspector', async (scenario) => {
  if (!existsSync(node)) {
    skip('serve-inspector', 'needs Node 22.19, not available on this machine');
    return;
  }
  const gatewayProcess = await startGateway({ everything: { command: servers.everything() } });
  const inspect = async (protocolEra, ...options) => {
    const file = join(folder, 'inspector-http.json');
    const entry = { type: 'streamable-http', url: `${gatewayProcess.url}/everything`, protocolEra };
    writeFileSync(file, JSON.stringify({ mcpServers: { it: entry } }));
    const inspectorArgs = ['--no-warnings', inspector, '--cli', '--format', 'json', '--config', file, '--server', 'it', ...options];
    const env = { ...environment, MCP_INSPECTOR_SECRET_STORE: 'memory' };
    return JSON.parse((await promisify(execFile)(node, inspectorArgs, { env, maxBuffer: 64 << 20 })).stdout);
  };
  const echo = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hi'];

  for (const era of ['legacy', 'modern']) {
    await scenario(`${era}: tools/list`, async () => {
      const { tools } = (await inspect(era, '--method', 'tools/list')).result;
      assert.ok(tools.some((tool) => tool.name === 'echo'));
      assert.equal(tools.at(-1).name, READ);
    });
    await scenario(`${era}: tools/call`, async () => {
      assert.equal((await inspect(era, ...echo)).result.content[0].text, 'Echo: hi');
    });
    await scenario(`${era}: 200 calls, 8 at a time`, async () => {
      const { result } = await inspect(era, ...echo, '--load', '--load-requests', '200', '--load-concurrency', '8');
      assert.deepEqual([result.requests, result.ok, result.toolErrors, result.errors], [200, 200, 0, 0]);
    });
  }
});
