/**
 * Tasks that need many calls. Each is solved with one program that calls an issue tracker in a separate process.
 * The tracker records the calls that it answers, so that the report can show how many tokens these calls would cost
 * a model that makes them itself, without a program.
 */
@NullMarked
package dev.plimsoll.bench.answers.program;

import org.jspecify.annotations.NullMarked;
