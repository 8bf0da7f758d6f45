// Tests @modelcontextprotocol/server-memory, with a graph of 500 entities.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { tickets } from '../lib/data.js';
import { modules } from '../lib/paths.js';
import { count } from '../lib/questions.js';

const TICKETS = tickets(500, 61);

function graph() {
  const entities = TICKETS.map((t) => ({ type: 'entity', name: `ticket-${t.id}`, entityType: t.status, observations: [t.subject, `written in ${t.language}`, `cost ${t.cost}`] }));
  const relations = TICKETS.map((t) => ({ type: 'relation', from: `ticket-${t.id}`, to: t.customer, relationType: 'opened by' }));
  return [...entities, ...relations].map((line) => JSON.stringify(line)).join('\n');
}

export default {
  name: 'memory',
  origin: 'npm',
  package: '@modelcontextprotocol/server-memory',
  prepare(folder) {
    const MEMORY_FILE_PATH = join(folder, 'memory.jsonl');
    writeFileSync(MEMORY_FILE_PATH, graph());
    return {
      command: [process.execPath, join(modules, '@modelcontextprotocol/server-memory/dist/index.js')],
      env: { MEMORY_FILE_PATH },
      cases: [
        {
          description: 'a graph of 500 entities and 500 relations',
          tool: 'read_graph',
          args: {},
          format: 'json',
          notice: /Summary of a result/,
          outline: /"entities":\{"\(is\)":"array 500"/,
          questions: [
            { question: 'How many entities are open?', query: '.entities | map(select(.entityType == "open")) | length', expected: count(TICKETS, (t) => t.status === 'open') },
            { question: 'Who opened ticket 1250?', query: '.relations[] | select(.from == "ticket-1250").to', expected: TICKETS[250].customer },
            { question: 'How many are written in Arabic?', query: '.entities | map(select(.observations | index("written in ar"))) | length', expected: count(TICKETS, (t) => t.language === 'ar') },
          ],
        },
      ],
    };
  },
};
