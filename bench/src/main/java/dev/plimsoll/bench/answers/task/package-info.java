/** Defines payloads, the tasks about them, and the true solution of each task. */
@NullMarked
package dev.plimsoll.bench.answers.task;

import org.jspecify.annotations.NullMarked;
