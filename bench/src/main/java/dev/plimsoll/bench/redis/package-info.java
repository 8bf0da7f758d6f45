/** What a store in Redis takes, beside bare commands over a socket and beside the other stores. */
@NullMarked
package dev.plimsoll.bench.redis;

import org.jspecify.annotations.NullMarked;
