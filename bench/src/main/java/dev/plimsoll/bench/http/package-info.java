/**
 * Measures the overhead of the gateway over HTTP with real processes, compared with direct connections, a blind proxy on the
 * same stack, and nginx.
 */
@NullMarked
package dev.plimsoll.bench.http;

import org.jspecify.annotations.NullMarked;
