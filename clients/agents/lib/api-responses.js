// API of OpenAI's Responses.

import { randomUUID } from 'node:crypto';
import { joinContents } from './contents.js';

const OUTPUTS = ['function_call_output', 'custom_tool_call_output'];
const newId = () => randomUUID().replaceAll('-', '');

export const responses = {
  serves: (url) => /\/responses(\?|$)/.test(url),

  tools: (body) =>
    (body.tools ?? []).flatMap((tool) => {
      if (tool.type === 'namespace') return tool.tools.map((each) => ({ name: each.name, namespace: tool.name, schema: each.parameters }));
      if (tool.type === 'custom') return [{ name: tool.name, takesText: true }];
      return tool.type === 'function' ? [{ name: tool.name, schema: tool.parameters }] : [];
    }),

  readings: (body) =>
    [body.input].flat().filter((item) => OUTPUTS.includes(item.type)).map((item) => joinContents([item.output])),

  answer(response, _, body, step) {
    const item = step.call?.takesText
      ? { type: 'custom_tool_call', id: `ctc_${newId()}`, call_id: `call_${newId()}`, status: 'completed', name: step.call.name, input: step.arguments }
      : step.call
      ? {
          type: 'function_call', id: `fc_${newId()}`, call_id: `call_${newId()}`, status: 'completed',
          ...(step.call.namespace && { namespace: step.call.namespace }),
          name: step.call.name, arguments: JSON.stringify(step.arguments),
        }
      : {
          type: 'message', id: `msg_${newId()}`, role: 'assistant', status: 'completed',
          content: [{ type: 'output_text', text: step.text, annotations: [] }],
        };
    const usage = {
      input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 10, output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    };
    const completed = {
      id: `resp_${newId()}`, object: 'response', created_at: 1_795_000_000, status: 'completed', model: body.model, output: [item],
      parallel_tool_calls: false, tool_choice: 'auto', tools: [], usage,
    };
    if (!body.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completed));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sequence = 0;
    const send = (type, data) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: (sequence += 1), ...data })}\n\n`);
    send('response.created', { response: { ...completed, status: 'in_progress', output: [] } });
    send('response.output_item.added', { output_index: 0, item });
    send('response.output_item.done', { output_index: 0, item });
    send('response.completed', { response: completed });
    response.end();
  },
};
