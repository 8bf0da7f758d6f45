// Tasks, the extension of 2026-07-28: a call returns a task, whose result is requested later.

import { randomUUID } from 'node:crypto';
import { errorMember, INVALID_PARAMS, missingCapability, RpcError } from './errors.js';
import { pause } from './pause.js';
import { capability, fits } from './input-requests.js';

export const EXTENSION = 'io.modelcontextprotocol/tasks';
const TTL = 60_000;
const tasks = new Map();

/** Runs a tool; it gets input by `inputRequests` and `tasks/update`. */
class Task {
  #task = { taskId: randomUUID(), status: 'working', createdAt: now(), ttlMs: TTL, pollIntervalMs: 100 };
  #asked = new Map();
  #running = new AbortController();

  constructor(run, call) {
    this.call = call;
    this.#set({});
    run(this).then(
      (result) => this.#set({ status: 'completed', result: { resultType: 'complete', ...result } }),
      (error) => this.#set({ status: 'failed', error: errorMember(error) }),
    );
  }

  get id() {
    return this.#task.taskId;
  }

  #set(change) {
    if (this.#running.signal.aborted && change.status !== 'cancelled') return;
    this.#task = { ...this.#task, ...change, lastUpdatedAt: now() };
  }

  /** Its current state; the response to its creation contains no more than that. */
  shown() {
    const open = [...this.#asked].map(([key, { question }]) => [key, question]);
    return { ...this.#task, ...(this.#task.status === 'input_required' ? { inputRequests: Object.fromEntries(open) } : {}) };
  }

  created() {
    const { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = this.#task;
    return { resultType: 'task', taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
  }

  answer(responses) {
    for (const [key, response] of Object.entries(responses)) {
      const asked = this.#asked.get(key);
      if (asked && fits(asked.question.method, response)) {
        this.#asked.delete(key);
        asked.resolve(response);
      }
    }
    if (this.#asked.size === 0 && this.#task.status === 'input_required') this.#set({ status: 'working' });
  }

  cancel() {
    if (!['working', 'input_required'].includes(this.#task.status)) return;
    this.#running.abort();
    this.#set({ status: 'cancelled' });
  }

  // --- for tools

  async ask(questions) {
    const said = Object.entries(questions).map(
      ([key, question]) =>
        new Promise((resolve) => this.#asked.set(`${key}-${randomUUID()}`, { question, resolve: (answer) => resolve([key, answer]) })),
    );
    this.#set({ status: 'input_required' });
    return Object.fromEntries(await Promise.all(said));
  }

  can(name) {
    return this.call.can(name);
  }

  needs(name) {
    this.call.needs(name);
  }

  pause(millis) {
    return pause(millis, this.#running.signal);
  }

  progress() {}

  log() {}

  letGo() {}
}

const now = () => new Date().toISOString();

const need = (call) => {
  if (!call.hasExtension(EXTENSION)) throw missingCapability({ extensions: { [EXTENSION]: {} } });
};

/** Returns the result of a call or a task. Input that a tool requests in `first` is requested before the task exists. */
export async function called(tool, args, call) {
  if (tool.task === undefined || !call.hasExtension) return tool.run(args, call, await tool.first?.(args, call));
  if (!call.hasExtension(EXTENSION)) {
    if (tool.task === 'required') need(call);
    return tool.run(args, call, await tool.first?.(args, call));
  }
  const before = await tool.first?.(args, call);
  const task = new Task(async (running) => tool.run(args, running, before), call);
  tasks.set(task.id, task);
  setTimeout(() => tasks.delete(task.id), 2 * TTL).unref();
  return task.created();
}

function found({ taskId }, call) {
  need(call);
  const task = tasks.get(taskId);
  if (!task) throw new RpcError(INVALID_PARAMS, `no task of this id: ${taskId}`);
  return task;
}

export const taskMethods = {
  'tasks/get': (params, call) => found(params, call).shown(),
  'tasks/update': (params, call) => {
    found(params, call).answer(params.inputResponses ?? {});
    return {};
  },
  'tasks/cancel': (params, call) => {
    found(params, call).cancel();
    return {};
  },
};
