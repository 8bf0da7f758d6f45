/**
 * Measures the overhead of the gateway on standard input and output with real processes, compared with a direct connection and
 * a blind proxy.
 */
@NullMarked
package dev.plimsoll.bench.stdio;

import org.jspecify.annotations.NullMarked;
