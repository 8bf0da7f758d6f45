// Runs all scenarios in order, or the groups whose name contains the first argument.

import { finish } from './lib/report.js';

await finish(async () => {
  await import('./scenarios/everything.js');
  await import('./scenarios/filesystem.js');
  await import('./scenarios/memory.js');
  await import('./scenarios/documents.js');
  await import('./scenarios/reads.js');
  await import('./scenarios/modern.js');
  await import('./scenarios/elicitation.js');
  await import('./scenarios/inspector.js');
  await import('./scenarios/translation.js');
  await import('./scenarios/programs.js');
  await import('./scenarios/tracker.js');
  await import('./scenarios/apps.js');
  await import('./scenarios/apps-hub.js');
  await import('./scenarios/serve-session.js');
  await import('./scenarios/serve-modern.js');
  await import('./scenarios/serve-hub.js');
  await import('./scenarios/serve-inspector.js');
  await import('./scenarios/serve-auth.js');
  await import('./scenarios/serve-proxy.js');
  await import('./scenarios/serve-plimsoll.js');
  await import('./scenarios/serve-rest.js');
  await import('./scenarios/serve-faults.js');
  await import('./scenarios/examples.js');
  await import('./scenarios/criteria.js');
});
