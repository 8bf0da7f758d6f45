package dev.plimsoll.sample;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.Map;

/** Tools that change something, until the next start. */
final class Changes {

    private static final List<String> STATES = List.of("available", "booked", "in repair", "missing");

    private Changes() {}

    static List<SyncToolSpecification> of(Inventory inventory) {
        return List.of(mark(inventory), cancel(inventory));
    }

    /** Says back all that it has changed, as many servers do. */
    private static SyncToolSpecification mark(Inventory inventory) {
        return Tools.changing(
                "mark_devices",
                "Sets the state of all devices of a warehouse that are in another, and lists them.",
                Map.of(
                        "warehouse", Tools.text("WH-01 to WH-08"),
                        "from", Tools.text(String.join(", ", STATES)),
                        "to", Tools.text(String.join(", ", STATES))),
                false,
                (given, exchange) -> {
                    String from = state(given, "from");
                    String to = state(given, "to");
                    List<Map<String, Object>> changed = inventory.rows(
                            "select id, serial, bin, last_seen from device where warehouse_id = ? and status = ? order by id",
                            given.text("warehouse"),
                            from);
                    inventory.change(
                            "update device set status = ? where warehouse_id = ? and status = ?",
                            to,
                            given.text("warehouse"),
                            from);
                    return Tools.json(Map.of("changed", changed.size(), "state", to, "devices", changed));
                });
    }

    private static String state(Given given, String name) {
        String state = given.text(name);
        if (!STATES.contains(state)) {
            throw new IllegalArgumentException(name + " must be one of " + String.join(", ", STATES));
        }
        return state;
    }

    private static SyncToolSpecification cancel(Inventory inventory) {
        return Tools.changing(
                "delete_booking",
                "Deletes a booking for good.",
                Map.of("id", Tools.number("1 to " + Stocking.BOOKINGS)),
                true,
                (given, exchange) -> {
                    int id = given.number("id", 0, 1, Stocking.BOOKINGS);
                    int deleted = inventory.change("delete from booking where id = ?", id);
                    return Tools.json(Map.of("id", id, "deleted", deleted == 1));
                });
    }
}
