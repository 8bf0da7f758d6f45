package dev.plimsoll.sample;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tools that return lists, some of which are very long. */
final class ListTools {

    private static final String DEVICES = "select d.id, d.serial, p.name as product, d.warehouse_id, d.status, d.bin,"
            + " d.last_seen, d.note from device d join product p on p.id = d.product_id";
    private static final int MONTHS = 12;
    private static final long STEP_MILLIS = 250;

    private ListTools() {}

    static List<SyncToolSpecification> create(Inventory inventory) {
        return List.of(
                devicesTool(inventory),
                deviceTool(inventory),
                productsTool(inventory),
                bookingsTool(inventory),
                stockTool(inventory),
                reportTool(inventory));
    }

    private static SyncToolSpecification devicesTool(Inventory inventory) {
        return ToolFactory.listTool(
                "list_devices",
                "All devices, or those of one warehouse or in one state.",
                Map.of(
                        "warehouse", ToolFactory.textArgument("WH-01 to WH-08; default: all"),
                        "status", ToolFactory.textArgument("available, booked, in repair, or missing")),
                "devices",
                (callInput, exchange) -> {
                    String warehouse = callInput.text("warehouse");
                    String status = callInput.text("status");
                    return ToolFactory.structuredResult(
                            "devices",
                            inventory.query(
                                    DEVICES
                                            + " where (? = '' or d.warehouse_id = ?) and (? = '' or d.status = ?) order by d.id",
                                    warehouse,
                                    warehouse,
                                    status,
                                    status));
                });
    }

    private static SyncToolSpecification deviceTool(Inventory inventory) {
        return ToolFactory.readTool(
                "get_device",
                "One device.",
                Map.of("id", ToolFactory.numberArgument("1 to " + InventoryGenerator.DEVICES)),
                (callInput, exchange) -> ToolFactory.jsonResult(inventory
                        .query(DEVICES + " where d.id = ?", callInput.number("id", 1, 1, InventoryGenerator.DEVICES))
                        .getFirst()));
    }

    private static SyncToolSpecification productsTool(Inventory inventory) {
        return ToolFactory.readTool(
                "search_products",
                "Products that have a word in their name, category or description, in any language.",
                Map.of("word", ToolFactory.textArgument("default: all products")),
                (callInput, exchange) -> ToolFactory.jsonResult(inventory.query(
                        "select * from product where lower(name || ' ' || category || ' ' || description) like ? order by id",
                        "%" + callInput.text("word").toLowerCase(java.util.Locale.ROOT) + "%")));
    }

    private static SyncToolSpecification bookingsTool(Inventory inventory) {
        return ToolFactory.readTool(
                "list_bookings",
                "The bookings of devices, the latest first.",
                Map.of("state", ToolFactory.textArgument(String.join(", ", SampleWords.STATES))),
                (callInput, exchange) -> ToolFactory.jsonResult(inventory.query(
                        "select * from booking where ? = '' or state = ? order by starts desc, id",
                        callInput.text("state"),
                        callInput.text("state"))));
    }

    private static SyncToolSpecification stockTool(Inventory inventory) {
        return ToolFactory.listTool(
                "stock_levels",
                "The number of devices of each product in each warehouse, by state.",
                Map.of(),
                "levels",
                (callInput, exchange) -> ToolFactory.structuredResult(
                        "levels",
                        inventory.query("select d.warehouse_id, p.name as product, d.status, count(*) as devices,"
                                + " cast(sum(p.price) as double) as worth from device d join product p on p.id = d.product_id"
                                + " group by d.warehouse_id, p.name, d.status order by 1, 2, 3")));
    }

    private static SyncToolSpecification reportTool(Inventory inventory) {
        return ToolFactory.readTool(
                "yearly_report",
                "Bookings of each month with every customer and device; takes a few seconds and reports progress.",
                Map.of(),
                (callInput, exchange) -> {
                    Map<String, Object> months = new LinkedHashMap<>();
                    for (int month = 1; month <= MONTHS; month++) {
                        months.put(
                                "2026-%02d".formatted(month),
                                inventory.query(
                                        "select customer, device_id, starts, ends, state from booking where"
                                                + " extract(month from starts) = ? order by starts, id",
                                        month));
                        Object token = callInput.progressToken();
                        if (token != null) {
                            exchange.progressNotification(ProgressNotification.builder(token, month)
                                    .total((double) MONTHS)
                                    .message("month " + month + " of " + MONTHS)
                                    .build());
                        }
                        pause();
                    }
                    return ToolFactory.jsonResult(Map.of("months", months));
                });
    }

    /** Waits, to simulate a report that takes time to compute. */
    private static void pause() {
        try {
            Thread.sleep(STEP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
