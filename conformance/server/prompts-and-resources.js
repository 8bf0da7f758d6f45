// Prompts, resources, and completions.

import { changes } from './changes.js';
import { embedded, image, PIXEL, text } from './content.js';
import * as questions from './input-requests.js';

const user = (...content) => ({ messages: content.map((each) => ({ role: 'user', content: each })) });
const prompt = (name, description, get, ...args) => ({
  listed: { name, description, arguments: args.map((each) => ({ name: each, description: `The ${each}`, required: true })) },
  get,
});

const always = [
  prompt('test_simple_prompt', 'One sentence', () => user(text('This is a simple prompt for testing.'))),
  prompt(
    'test_prompt_with_arguments',
    'A sentence with two arguments',
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    'arg1',
    'arg2',
  ),
  prompt(
    'test_prompt_with_embedded_resource',
    'A resource and what to do with it',
    ({ resourceUri }) =>
      user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'), text('Please process the embedded resource above.')),
    'resourceUri',
  ),
  prompt('test_prompt_with_image', 'An image and what to do with it', () => user(image, text('Please analyze the image above.'))),
  prompt('test_input_required_result_prompt', 'Asks before it is made', async (args, call) => {
    const { user_context: said } = await call.ask({ user_context: questions.context });
    return user(text(`Prompt in the context of ${said.content?.context}.`));
  }),
];
const appearing = prompt('test_appearing_prompt', 'Is there every other time', () => user(text('Here.')));

export const prompts = () => (changes.flipped('prompts') ? [...always, appearing] : always);

const resource = (uri, name, mimeType, content) => ({ listed: { uri, name, description: `Is at ${uri}`, mimeType }, content });

export const resources = [
  resource('test://static-text', 'static text', 'text/plain', { text: 'This is the content of the static text resource.' }),
  resource('test://static-binary', 'static binary', 'image/png', { blob: PIXEL }),
  resource('test://watched-resource', 'watched', 'text/plain', { text: 'May be subscribed to.' }),
  resource('test://example-resource', 'example', 'text/plain', { text: 'An example.' }),
];

export const templates = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data by id', mimeType: 'application/json' },
];

/** Returns the contents at a URI, or nothing. */
export function contents(uri) {
  const found = resources.find(({ listed }) => listed.uri === uri);
  if (found) return { contents: [{ uri, mimeType: found.listed.mimeType, ...found.content }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: data }] };
}

/** Returns completions of an argument. */
export function completion({ value }) {
  const values = ['paris', 'park', 'party', 'test-one', 'test-two'].filter((each) => each.startsWith(value));
  return { completion: { values, total: values.length, hasMore: false } };
}
