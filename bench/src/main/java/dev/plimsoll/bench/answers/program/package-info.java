/**
 * Tasks that need many calls: each is solved with one program, in front of an issue tracker that is a process of its own. The
 * tracker reports the calls that it answered, so that the report can say what they cost a reader who makes them.
 */
@NullMarked
package dev.plimsoll.bench.answers.program;

import org.jspecify.annotations.NullMarked;
