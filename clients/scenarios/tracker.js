// Answers twelve questions about an issue tracker with one program each, checks the answers, and counts the tokens.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { legacy } from '../lib/connection.js';
import { firstText } from '../lib/assertions.js';
import { folder, servers } from '../lib/paths.js';
import { group } from '../lib/report.js';
import { questions } from '../lib/tracker-questions.js';

const MAX_PROGRAM_TOKENS = 1_100;
const MAX_ANSWER_TOKENS = 700;

await group('tracker', async (scenario) => {
  const settings = join(folder, 'tracker.yaml');
  writeFileSync(settings, 'programs: read\n');
  const { client } = await legacy(servers.tracker(), { options: ['--config', settings] });
  let [programTokens, answerTokens] = [0, 0];
  for (const { question, expected, program } of questions) {
    await scenario(question, async () => {
      const answer = firstText(await client.callTool({ name: 'plimsoll_run', arguments: { program } }));
      programTokens += countTokens(program);
      answerTokens += countTokens(answer);
      const value = JSON.parse(answer);
      assert.deepEqual(value.results?.length === 1 && !Array.isArray(expected) ? value.results[0] : value, expected);
    });
  }
  await scenario(`the programs have ${programTokens} tokens, the answers ${answerTokens}, and the tool ${await toolTokens(client)}`, async () => {
    assert.ok(programTokens <= MAX_PROGRAM_TOKENS, `${programTokens} tokens of programs: at most ${MAX_PROGRAM_TOKENS}`);
    assert.ok(answerTokens <= MAX_ANSWER_TOKENS, `${answerTokens} tokens of answers: at most ${MAX_ANSWER_TOKENS}`);
    assert.ok((await toolTokens(client)) <= 220);
  });
});

async function toolTokens(client) {
  const { tools } = await client.listTools();
  return countTokens(JSON.stringify(tools.find(({ name }) => name === 'plimsoll_run')));
}
