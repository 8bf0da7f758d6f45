// What has changed in the lists, and who wants to know.

import { EventEmitter } from 'node:events';

class Changes extends EventEmitter {
  #flipped = new Set();

  /** What is there every other time comes or goes. */
  flip(list) {
    if (!this.#flipped.delete(list)) this.#flipped.add(list);
    this.emit('change', list);
  }

  flipped(list) {
    return this.#flipped.has(list);
  }
}

export const changes = new Changes().setMaxListeners(0);
