/** Measures the Redis store, compared with bare commands over a socket and with the other stores. */
@NullMarked
package dev.plimsoll.bench.redis;

import org.jspecify.annotations.NullMarked;
