/** Runs one program: evaluates it, makes its calls, and checks which tools it may call. */
@NullMarked
package dev.plimsoll.gateway.program.call;

import org.jspecify.annotations.NullMarked;
