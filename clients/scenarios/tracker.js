// Twelve questions about an issue tracker, each answered by one program: right, in how many calls and tokens, and how fast.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { legacy } from '../lib/connection.js';
import { firstText } from '../lib/assertions.js';
import { folder, servers } from '../lib/paths.js';
import { group } from '../lib/report.js';
import { questions } from '../lib/tracker-questions.js';

const WRITTEN = 1_100;
const READ = 700;

await group('tracker', async (scenario) => {
  const settings = join(folder, 'tracker.yaml');
  writeFileSync(settings, 'programs: read\n');
  const { client } = await legacy(servers.tracker(), { options: ['--config', settings] });
  let [written, read] = [0, 0];
  for (const { asked, truth, program } of questions) {
    await scenario(asked, async () => {
      const answer = firstText(await client.callTool({ name: 'plimsoll_run', arguments: { program } }));
      written += countTokens(program);
      read += countTokens(answer);
      const value = JSON.parse(answer);
      assert.deepEqual(value.results?.length === 1 && !Array.isArray(truth) ? value.results[0] : value, truth);
    });
  }
  await scenario(`the programs have ${written} tokens, the answers ${read}, and the tool ${await listed(client)}`, async () => {
    assert.ok(written <= WRITTEN, `${written} tokens of programs: at most ${WRITTEN}`);
    assert.ok(read <= READ, `${read} tokens of answers: at most ${READ}`);
    assert.ok((await listed(client)) <= 220);
  });
});

async function listed(client) {
  const { tools } = await client.listTools();
  return countTokens(JSON.stringify(tools.find(({ name }) => name === 'plimsoll_run')));
}
