package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.model.ToolCall;

/**
 * A request's sender at the guard.
 *
 * @param engine which knows what this caller may do
 * @param asking what is known of the call before it is known what is called
 */
record Visitor(Plimsoll engine, ToolCall asking) {

    ToolCall call(String tool) {
        return asking.withTool(tool);
    }
}
