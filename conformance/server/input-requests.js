// Input requests of tools: parameters of elicitation/create, sampling/createMessage, and roots/list.

const asked = (message, properties, required = Object.keys(properties)) => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties, required } },
});

export const name = (message = 'What is your name?') => asked(message, { name: { type: 'string' } });
export const colour = asked('Step 2: What is your favorite color?', { color: { type: 'string' } });
export const confirmation = (message = 'Please confirm') => asked(message, { ok: { type: 'boolean' } });
export const context = asked('What context should the prompt use?', { context: { type: 'string' } });
export const roots = { method: 'roots/list', params: {} };

export const sample = (words, maxTokens = 100) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});

export const account = (message) =>
  asked(message, {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  });

/** A default for every simple type (SEP-1034). */
export const defaults = asked(
  'Please look at these',
  {
    name: { type: 'string', description: 'A name', default: 'John Doe' },
    age: { type: 'integer', description: 'An age', default: 30 },
    score: { type: 'number', description: 'A score', default: 95.5 },
    status: { type: 'string', description: 'A state', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Whether it was verified', default: true },
  },
  [],
);

const options = (...names) => names.map((title, i) => ({ const: `value${i + 1}`, title }));

/** Each way to offer a choice (SEP-1330). */
export const choices = asked(
  'Please choose',
  {
    untitledSingle: { type: 'string', description: 'One of three', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', description: 'One of three', oneOf: options('First Option', 'Second Option', 'Third Option') },
    legacyEnum: {
      type: 'string',
      description: 'One of three',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', description: 'Some of three', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', description: 'Some of three', items: { anyOf: options('First Choice', 'Second Choice', 'Third Choice') } },
  },
  [],
);

/** Returns the client capability that an input request needs. */
export const capability = { 'elicitation/create': 'elicitation', 'sampling/createMessage': 'sampling', 'roots/list': 'roots' };

/** Returns whether an input has the form that its method requires. */
export function fits(method, answer) {
  if (typeof answer !== 'object' || answer === null) return false;
  if (method === 'elicitation/create') return ['accept', 'decline', 'cancel'].includes(answer.action);
  if (method === 'roots/list') return Array.isArray(answer.roots);
  return answer.content !== undefined;
}
