/** Servers that are processes: starts them, reads their lines, and ends them in the order that the specification requires. */
@NullMarked
package dev.plimsoll.gateway.upstream.process;

import org.jspecify.annotations.NullMarked;
