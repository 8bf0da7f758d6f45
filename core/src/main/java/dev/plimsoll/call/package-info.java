/**
 * Values that a host and the engine exchange: the host passes a {@link dev.plimsoll.call.ToolCall} with its
 * {@link dev.plimsoll.call.CallResult}, and gets an {@link dev.plimsoll.call.Outcome}.
 */
@NullMarked
package dev.plimsoll.call;

import org.jspecify.annotations.NullMarked;
