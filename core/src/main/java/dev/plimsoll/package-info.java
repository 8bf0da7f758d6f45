/**
 * Engine of Plimsoll: {@link dev.plimsoll.Plimsoll} takes any MCP result and returns an answer within the budget. Start
 * with {@link dev.plimsoll.Plimsoll#guard}, which calls all steps.
 */
@NullMarked
package dev.plimsoll;

import org.jspecify.annotations.NullMarked;
