/** Scripted readers that solve tasks knowing only what the answers told them, and readers of results without Plimsoll. */
@NullMarked
package dev.plimsoll.bench.answers.reader;

import org.jspecify.annotations.NullMarked;
