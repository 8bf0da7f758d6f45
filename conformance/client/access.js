// Writes the configuration of a run and logs in with a program as the browser. The suite's pages grant access at once.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, folder, plimsoll } from '../lib/paths.js';

const file = join(folder, 'plimsoll.json');
/** Time limit of a login; the pages grant access at once. */
const PATIENCE = 20_000;
const options = ['--config', file, '--data', join(folder, 'data')];

/** The client metadata document that the suite's authorization server accepts. */
const DOCUMENT = 'https://conformance-test.local/client-metadata.json';

/** Passes secrets by environment variables, not in the configuration. */
export function configure(url, scenario, { client_id: clientId, client_secret: secret }) {
  environment.CLIENT_SECRET = secret ?? '';
  const oauth = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(scenario === 'auth/basic-cimd' ? { clientId: DOCUMENT } : {}),
    ...(secret === undefined ? {} : { clientSecret: '${CLIENT_SECRET}' }),
  };
  writeFileSync(file, JSON.stringify({ servers: { main: { url, ...(Object.keys(oauth).length > 0 ? { oauth } : {}) } } }));
}

export const started = [];

export const stop = () => started.forEach((child) => child.kill());

export const running = ['run', '--name', 'main', ...options];

/** Opens the printed URL. */
export async function login(scope) {
  const scopes = scope ? scope.trim().split(/\s+/).flatMap((each) => ['--scope', each]) : [];
  const child = spawn(plimsoll, ['login', 'main', '--no-browser', ...scopes, ...options], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  started.push(child);
  let said = '';
  let opened = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
      const page = /^(https?:\/\/\S+)\n/m.exec(said)?.[1];
      if (!opened && page) {
        opened = true;
        fetch(page).catch((error) => console.error(`the page cannot be opened: ${error}`));
      }
    });
  }
  const late = setTimeout(() => child.kill(), PATIENCE);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  if (code !== 0) throw new Error(`plimsoll login: ${said}`);
}
