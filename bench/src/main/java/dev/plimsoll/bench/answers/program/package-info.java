/**
 * Tasks that need many calls. Each is solved with one program that calls an issue tracker in a separate process. The tracker records the
 * calls that it answers, so that the report can show how many tokens they cost a reader that makes them.
 */
@NullMarked
package dev.plimsoll.bench.answers.program;

import org.jspecify.annotations.NullMarked;
