/** Scripted readers that solve tasks with only the information in the answers, and readers of results without Plimsoll. */
@NullMarked
package dev.plimsoll.bench.answers.reader;

import org.jspecify.annotations.NullMarked;
