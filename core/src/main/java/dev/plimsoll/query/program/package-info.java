/** Calls of tools in a program: what the evaluation asks for, and what the host answers. */
@NullMarked
package dev.plimsoll.query.program;

import org.jspecify.annotations.NullMarked;
