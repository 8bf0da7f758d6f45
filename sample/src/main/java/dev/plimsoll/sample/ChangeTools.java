package dev.plimsoll.sample;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.Map;

/** Tools that change data. A restart restores the data. */
final class ChangeTools {

    private static final List<String> STATES = List.of("available", "booked", "in repair", "missing");

    private ChangeTools() {}

    static List<SyncToolSpecification> create(Inventory inventory) {
        return List.of(markTool(inventory), deleteTool(inventory));
    }

    /** Creates a tool that returns everything it has changed, as many servers do. */
    private static SyncToolSpecification markTool(Inventory inventory) {
        return ToolFactory.writeTool(
                "mark_devices",
                "Moves all devices of a warehouse from one state to another, and lists them.",
                Map.of(
                        "warehouse", ToolFactory.textArgument("WH-01 to WH-08"),
                        "from", ToolFactory.textArgument(String.join(", ", STATES)),
                        "to", ToolFactory.textArgument(String.join(", ", STATES))),
                false,
                (callInput, exchange) -> {
                    String oldState = getState(callInput, "from");
                    String newState = getState(callInput, "to");
                    List<Map<String, Object>> changed = inventory.query(
                            "select id, serial, bin, last_seen from device where warehouse_id = ? and status = ? order by id",
                            callInput.text("warehouse"),
                            oldState);
                    inventory.execute(
                            "update device set status = ? where warehouse_id = ? and status = ?",
                            newState,
                            callInput.text("warehouse"),
                            oldState);
                    return ToolFactory.jsonResult(
                            Map.of("changed", changed.size(), "state", newState, "devices", changed));
                });
    }

    private static String getState(CallInput callInput, String name) {
        String state = callInput.text(name);
        if (!STATES.contains(state)) {
            throw new IllegalArgumentException(name + " must be one of " + String.join(", ", STATES));
        }
        return state;
    }

    private static SyncToolSpecification deleteTool(Inventory inventory) {
        return ToolFactory.writeTool(
                "delete_booking",
                "Deletes a booking permanently.",
                Map.of("id", ToolFactory.numberArgument("1 to " + InventoryGenerator.BOOKINGS)),
                true,
                (callInput, exchange) -> {
                    int id = callInput.number("id", 0, 1, InventoryGenerator.BOOKINGS);
                    int deleted = inventory.execute("delete from booking where id = ?", id);
                    return ToolFactory.jsonResult(Map.of("id", id, "deleted", deleted == 1));
                });
    }
}
