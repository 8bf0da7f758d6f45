/** Calls of tools in a program: the calls that an evaluation needs, and their answers from the host. */
@NullMarked
package dev.plimsoll.query.program;

import org.jspecify.annotations.NullMarked;
