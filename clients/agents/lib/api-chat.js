// API of OpenAI's Chat Completions.

import { randomUUID } from 'node:crypto';
import { joinContents } from './contents.js';

export const chat = {
  serves: (url) => url.includes('/chat/completions'),

  tools: (body) => (body.tools ?? []).map(({ function: f }) => ({ name: f.name, schema: f.parameters })),

  /** Returns the contents after each call: messages with the role `tool`, and messages of the user with images. */
  readings(body) {
    const results = [];
    for (const message of body.messages) {
      if (message.role === 'assistant' && callsTool(message)) results.push([]);
      else if (results.length > 0 && message.role !== 'assistant') results.at(-1).push(message.content);
    }
    return results.filter((each) => each.length > 0).map((each) => joinContents(each));
  },

  answer(response, _, body, step) {
    const message = step.call
      ? { role: 'assistant', content: null, tool_calls: [toolCall(step)] }
      : { role: 'assistant', content: step.text };
    const reason = step.call ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    const common = { id: `chatcmpl-${randomUUID()}`, created: 1_795_000_000, model: body.model };
    if (!body.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }], usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (choices, more) =>
      response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
    const delta = step.call ? { ...message, tool_calls: [{ index: 0, ...message.tool_calls[0] }] } : message;
    send([{ index: 0, delta, finish_reason: null }]);
    send([{ index: 0, delta: {}, finish_reason: reason }]);
    send([], { usage });
    response.end('data: [DONE]\n\n');
  },
};

/** Returns whether a message calls a tool. smolagents writes its calls as text. */
function callsTool({ tool_calls: calls, content }) {
  if (calls?.length > 0) return true;
  return JSON.stringify(content ?? '').includes('Calling tools:');
}

function toolCall(step) {
  const id = `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  return { id, type: 'function', function: { name: step.call.name, arguments: JSON.stringify(step.arguments) } };
}
