/**
 * Values that travel between a host and the engine: a {@link dev.plimsoll.call.ToolCall} with its
 * {@link dev.plimsoll.call.CallResult} goes in, an {@link dev.plimsoll.call.Outcome} comes out.
 */
@NullMarked
package dev.plimsoll.call;

import org.jspecify.annotations.NullMarked;
