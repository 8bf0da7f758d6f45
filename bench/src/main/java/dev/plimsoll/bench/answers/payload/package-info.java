/** Generates the payloads of the benchmark of answers, with their tasks. The same code gives the same bytes. */
@NullMarked
package dev.plimsoll.bench.answers.payload;

import org.jspecify.annotations.NullMarked;
