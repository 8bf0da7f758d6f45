// API of Gemini's generateContent.

import { joinContents } from './contents.js';

export const gemini = {
  serves: (url) => /:(generateContent|streamGenerateContent|countTokens)/.test(url),

  tools: (body) =>
    (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? [])
      .map((each) => ({ name: each.name, schema: each.parametersJsonSchema ?? each.parameters })),

  readings(body) {
    const results = [];
    for (const { role, parts } of body.contents ?? []) {
      if (role === 'model' && parts.some((part) => part.functionCall)) results.push([]);
      else if (results.length > 0 && role !== 'model') results.at(-1).push(...parts.flatMap(contents));
    }
    return results.filter((each) => each.length > 0).map((each) => joinContents(each));
  },

  answer(response, url, _, step) {
    if (url.includes(':countTokens')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ totalTokens: 10 }));
      return;
    }
    const part = step.call ? { functionCall: { name: step.call.name, args: step.arguments } } : { text: step.text };
    const body = JSON.stringify({
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    });
    const stream = url.includes(':streamGenerateContent');
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    response.end(stream ? `data: ${body}\n\n` : body);
  },
};

/** Returns the contents that a model reads: the text of a response with one text member, else the response as JSON. */
function contents(part) {
  const answer = part.functionResponse;
  if (!answer) return [part];
  const { response } = answer;
  const texts = Object.values(response);
  const text = texts.length === 1 && typeof texts[0] === 'string' ? texts[0] : JSON.stringify(response);
  return [text, ...(answer.parts ?? [])];
}
