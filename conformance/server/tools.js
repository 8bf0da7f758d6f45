// The tools. `run(args, call)` works in both eras: its input requests through `call` are requests to a legacy client, and an
// `input_required` result for a modern one, after which it runs again with the input. A tool with `task` can continue
// as a task; `first` runs before that.

import { changes } from './changes.js';
import { answered, audio, embedded, image, text } from './content.js';
import * as questions from './input-requests.js';

const nothing = { type: 'object', properties: {}, additionalProperties: false };
const string = (description) => ({ type: 'object', properties: description, required: Object.keys(description) });
const tool = (name, description, run, inputSchema = nothing) => ({ listed: { name, description, inputSchema }, run });
const completed = ({ action, content }) => answered(text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`));
const words = (result) => [result.content].flat().find((block) => block.type === 'text')?.text;

/** Runs with one input request; the input gets a name. */
const asking = (key, question, then, options) => async (args, call) => then((await call.ask({ [key]: question }, options))[key], call);

const simple = [
  tool('test_simple_text', 'Answers with a text', () => answered(text('This is a simple text response for testing.'))),
  tool('test_image_content', 'Answers with an image', () => answered(image)),
  tool('test_audio_content', 'Answers with a sound', () => answered(audio)),
  tool('test_embedded_resource', 'Answers with a resource', () =>
    answered(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  ),
  tool('test_multiple_content_types', 'Answers with blocks of several kinds', () =>
    answered(
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ),
  ),
  tool('test_error_handling', 'Fails', () => ({ isError: true, ...answered(text('This tool intentionally returns an error for testing')) })),
];

const talking = [
  tool('test_tool_with_logging', 'Logs what it does', async (args, call) => {
    for (const each of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      call.log('info', each);
      await call.pause(50);
    }
    return answered(text('Logged three times.'));
  }),
  tool('test_logging_tool', 'Logs at every level', (args, call) => {
    for (const level of ['debug', 'info', 'warning', 'error']) call.log(level, `said at ${level}`);
    return answered(text('Logged at four levels.'));
  }),
  tool('test_tool_with_progress', 'Reports its progress', async (args, call) => {
    for (const progress of [0, 50, 100]) {
      call.progress(progress, 100);
      await call.pause(50);
    }
    return answered(text('Done, step by step.'));
  }),
  tool('test_reconnection', 'Lets go of the stream of its answer, which is fetched later', async (args, call) => {
    call.letGo();
    await call.pause(300);
    return answered(text('Reconnection test completed successfully.'));
  }),
  tool('test_trigger_tool_change', 'Changes the list of tools', () => {
    changes.flip('tools');
    return answered(text('The list of tools has changed.'));
  }),
  tool('test_trigger_prompt_change', 'Changes the list of prompts', () => {
    changes.flip('prompts');
    return answered(text('The list of prompts has changed.'));
  }),
];

const asks = [
  tool(
    'test_sampling',
    'Asks the model of its client',
    async ({ prompt }, call) => answered(text(`LLM response: ${words((await call.ask({ sample: questions.sample(prompt) })).sample)}`)),
    string({ prompt: { type: 'string', description: 'What to ask' } }),
  ),
  tool(
    'test_elicitation',
    'Asks the user of its client',
    async ({ message }, call) => {
      const { user } = await call.ask({ user: questions.account(message) });
      return answered(text(`User response: ${JSON.stringify({ action: user.action, content: user.content })}`));
    },
    string({ message: { type: 'string', description: 'What to say' } }),
  ),
  tool('test_elicitation_sep1034_defaults', 'Asks with defaults', asking('form', questions.defaults, completed)),
  tool('test_elicitation_sep1330_enums', 'Asks to choose', asking('form', questions.choices, completed)),
  tool('test_streaming_elicitation', 'Reports progress, then asks', async (args, call) => {
    call.progress(1, 2);
    return completed((await call.ask({ user_name: questions.name() })).user_name);
  }),
  tool('test_missing_capability', 'Needs a client with a model', (args, call) => {
    call.needs('sampling');
    return answered(text('The client has a model.'));
  }),
];

const rounds = [
  tool('test_input_required_result_elicitation', 'Asks for a name', asking('user_name', questions.name(), ({ content }) => answered(text(`Hello, ${content?.name}!`)))),
  tool(
    'test_input_required_result_sampling',
    'Asks a model',
    asking('capital_question', questions.sample('What is the capital of France?'), (said) => answered(text(words(said) ?? ''))),
  ),
  tool(
    'test_input_required_result_list_roots',
    'Asks for the roots',
    asking('client_roots', questions.roots, ({ roots }) => answered(text(`Roots: ${roots.map((root) => root.uri).join(', ')}`))),
  ),
  tool(
    'test_input_required_result_request_state',
    'Sends an input request without state',
    asking('confirm', questions.confirmation(), () => answered(text('state-ok')), { sealed: true }),
  ),
  tool(
    'test_input_required_result_tampered_state',
    'Asks, and trusts no state but its own',
    asking('confirm', questions.confirmation(), () => answered(text('state-ok')), { sealed: true }),
  ),
  tool('test_input_required_result_multiple_inputs', 'Asks three things at once', async (args, call) => {
    const three = { user_name: questions.name(), greeting: questions.sample('Generate a greeting', 50), client_roots: questions.roots };
    const said = await call.ask(three, { sealed: true });
    return answered(text(`${words(said.greeting)}, ${said.user_name.content?.name}, at ${said.client_roots.roots.length} roots`));
  }),
  tool('test_input_required_result_multi_round', 'Asks twice', async (args, call) => {
    const { step1 } = await call.ask({ step1: questions.name('Step 1: What is your name?') }, { sealed: true });
    const { step2 } = await call.ask({ step2: questions.colour }, { sealed: true });
    return answered(text(`${step1.content?.name} likes ${step2.content?.color}.`));
  }),
  tool('test_input_required_result_capabilities', 'Asks what its client is able to answer', async (args, call) => {
    const all = { user_name: questions.name(), greeting: questions.sample('Generate a greeting', 50), client_roots: questions.roots };
    const possible = Object.entries(all).filter(([, { method }]) => call.can(questions.capability[method]));
    const said = await call.ask(Object.fromEntries(possible));
    return answered(text(`Answered: ${Object.keys(said).join(', ')}`));
  }),
];

const schemas = [
  tool('json_schema_2020_12_tool', 'Has a schema with words of 2020-12', () => answered(text('It fits.')), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
  tool(
    'test_x_mcp_header',
    'Has an argument that is a header, too',
    ({ region }) => answered(text(`In ${region}.`)),
    { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }, required: ['region'] },
  ),
];

const task = (support, each) => ({ ...each, task: support });
const tasks = [
  tool('greet', 'Says hello at once', ({ name }) => answered(text(`Hello, ${name}!`)), string({ name: { type: 'string' } })),
  task(
    'optional',
    tool(
      'slow_compute',
      'Takes its time',
      async ({ seconds, label }, call) => {
        await call.pause(seconds * 1_000);
        return answered(text(`Computed ${label} in ${seconds} s.`));
      },
      { type: 'object', properties: { seconds: { type: 'number' }, label: { type: 'string' } }, required: ['seconds'] },
    ),
  ),
  task(
    'required',
    tool('failing_job', 'Fails after a while', async (args, call) => {
      await call.pause(1_000);
      return { isError: true, ...answered(text('The job has failed.')) };
    }),
  ),
  task(
    'optional',
    tool('protocol_error_job', 'Breaks', async (args, call) => {
      await call.pause(100);
      throw new Error('The job is broken.');
    }),
  ),
  task(
    'optional',
    tool(
      'confirm_delete',
      'Sends an input request before it continues',
      async ({ filename }, call) => {
        const { confirm } = await call.ask({ confirm: questions.confirmation(`Delete ${filename}?`) });
        return answered(text(`${filename}: ${confirm.action}`));
      },
      string({ filename: { type: 'string' } }),
    ),
  ),
  task(
    'optional',
    tool('multi_input', 'Asks two things at once', async (args, call) => {
      const said = await call.ask({ first: questions.name('Your first name?'), last: questions.name('Your last name?') });
      return answered(text(`${said.first.content?.name} ${said.last.content?.name}`));
    }),
  ),
  task('required', {
    ...tool('test_tool_with_task', 'Asks, then works', async (args, call, { user_name: said }) => {
      await call.pause(100);
      return answered(text(`Worked for ${said.content?.name}.`));
    }),
    first: (args, call) => call.ask({ user_name: questions.name() }),
  }),
];

const appearing = tool('test_appearing_tool', 'Appears and disappears', () => answered(text('Here.')));
const always = [...simple, ...talking, ...asks, ...rounds, ...schemas, ...tasks];

export const tools = () => (changes.flipped('tools') ? [...always, appearing] : always);
