/** The run of one program: its evaluation, the calls that it makes, and what it may call. */
@NullMarked
package dev.plimsoll.gateway.program.call;

import org.jspecify.annotations.NullMarked;
