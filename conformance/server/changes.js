// Changes of the lists, and their subscribers.

import { EventEmitter } from 'node:events';

class Changes extends EventEmitter {
  #flipped = new Set();

  /** Adds or removes the alternating entry. */
  flip(list) {
    if (!this.#flipped.delete(list)) this.#flipped.add(list);
    this.emit('change', list);
  }

  flipped(list) {
    return this.#flipped.has(list);
  }
}

export const changes = new Changes().setMaxListeners(0);
