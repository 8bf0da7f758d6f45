/** Stores snapshots in Redis or Valkey, where any number of processes on any number of machines can read them. */
@NullMarked
package dev.plimsoll.redis;

import org.jspecify.annotations.NullMarked;
