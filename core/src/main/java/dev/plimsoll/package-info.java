/**
 * Plimsoll's engine: {@link dev.plimsoll.Plimsoll} takes any MCP result and gives an honest answer within budget; read
 * {@link dev.plimsoll.Plimsoll#guard} first, it is the whole way through.
 */
@NullMarked
package dev.plimsoll;

import org.jspecify.annotations.NullMarked;
