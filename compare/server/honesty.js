// Serves each payload of the table "Defects in answers" as a tool of its name.

import { payloads } from './payloads.js';
import { schema, serve } from './rpc.js';

serve('honesty', payloads.map(({ name, result, outputSchema }) => ({
  name,
  description: `Returns ${name.replaceAll('_', ' ')}.`,
  inputSchema: schema(),
  ...(outputSchema ? { outputSchema } : {}),
  annotations: { readOnlyHint: true },
  run: () => result,
})));
