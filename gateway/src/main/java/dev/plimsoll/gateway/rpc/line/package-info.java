/** Messages as lines: the framing of standard input and output, and of events. */
@NullMarked
package dev.plimsoll.gateway.rpc.line;

import org.jspecify.annotations.NullMarked;
