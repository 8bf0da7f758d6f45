package dev.plimsoll.sample;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tools whose result is one large document: a log, a manual, an object, a table, or a picture. */
final class DocumentTools {

    private static final int MAX_DAYS = 30;

    private DocumentTools() {}

    static List<SyncToolSpecification> create(Inventory inventory) {
        return List.of(
                logTool(inventory), manualTool(inventory), warehouseTool(inventory), csvTool(inventory), photoTool());
    }

    private static SyncToolSpecification logTool(Inventory inventory) {
        return ToolFactory.readTool(
                "get_audit_log",
                "The events of the last days, one line each, the latest last.",
                Map.of("days", ToolFactory.numberArgument("1 to " + MAX_DAYS)),
                (callInput, exchange) -> {
                    LocalDateTime since = InventoryGenerator.REFERENCE_TIME.minusDays(
                            callInput.number("days", MAX_DAYS, 1, MAX_DAYS));
                    StringBuilder log = new StringBuilder(1 << 20);
                    for (Map<String, Object> event :
                            inventory.query("select * from event where at >= ? order by at, id", since)) {
                        log.append(event.get("at"))
                                .append(' ')
                                .append(event.get("level"))
                                .append(" device ")
                                .append(event.get("device_id"))
                                .append(" by ")
                                .append(event.get("actor"))
                                .append(": ")
                                .append(String.valueOf(event.get("text"))
                                        .replace("\\n", "\n")
                                        .replace("\\t", "\t"))
                                .append('\n');
                    }
                    return ToolFactory.textResult(log.toString());
                });
    }

    private static SyncToolSpecification manualTool(Inventory inventory) {
        return ToolFactory.readTool(
                "get_manual",
                "The manual of all products, with a chapter for each.",
                Map.of(),
                (callInput, exchange) -> {
                    StringBuilder manual = new StringBuilder("# Manual\n\n");
                    for (Map<String, Object> product : inventory.query("select * from product order by id")) {
                        manual.append("## ")
                                .append(product.get("id"))
                                .append(". ")
                                .append(product.get("name"))
                                .append("\n\n### What it is for\n\n")
                                .append(product.get("description"))
                                .append(
                                        "\n\n### Setting it up\n\n1. Unpack it.\n2. Charge it.\n3. Pair it:\n\n```\nwms pair --product ")
                                .append(product.get("id"))
                                .append("\n```\n\n");
                    }
                    return ToolFactory.textResult(manual.toString());
                });
    }

    private static SyncToolSpecification warehouseTool(Inventory inventory) {
        return ToolFactory.readTool(
                "get_warehouse",
                "One warehouse with its aisles, bins, and the devices in them.",
                Map.of("id", ToolFactory.textArgument("WH-01 to WH-08")),
                (callInput, exchange) -> {
                    String id = callInput.text("id");
                    List<Map<String, Object>> found = inventory.query("select * from warehouse where id = ?", id);
                    if (found.isEmpty()) {
                        throw new IllegalArgumentException("no such warehouse; must be WH-01 to WH-08");
                    }
                    Map<String, Map<String, Object>> aisles = new LinkedHashMap<>();
                    for (Map<String, Object> device : inventory.query(
                            "select bin, id, serial, status, last_seen from device where warehouse_id = ? order by bin, id",
                            id)) {
                        String bin = String.valueOf(device.remove("bin"));
                        aisles.computeIfAbsent("aisle " + bin.charAt(0), aisle -> new LinkedHashMap<>())
                                .merge(bin, List.of(device), DocumentTools::concat);
                    }
                    Map<String, Object> result = new LinkedHashMap<>(found.getFirst());
                    result.put("aisles", aisles);
                    return ToolFactory.jsonResult(result);
                });
    }

    private static Object concat(Object first, Object second) {
        List<Object> all = new java.util.ArrayList<>((List<?>) first);
        all.addAll((List<?>) second);
        return all;
    }

    private static SyncToolSpecification csvTool(Inventory inventory) {
        return ToolFactory.readTool(
                "export_csv", "All devices as a table of comma-separated values.", Map.of(), (callInput, exchange) -> {
                    StringBuilder table = new StringBuilder("id,serial,product_id,warehouse,status,bin,last_seen\r\n");
                    for (Map<String, Object> device : inventory.query(
                            "select id, serial, product_id, warehouse_id, status, bin, last_seen from device order by id")) {
                        table.append(String.join(
                                        ",",
                                        device.values().stream()
                                                .map(String::valueOf)
                                                .toList()))
                                .append("\r\n");
                    }
                    return ToolFactory.textResult(table.toString());
                });
    }

    private static SyncToolSpecification photoTool() {
        return ToolFactory.readTool(
                "get_photo",
                "A photo of a device, taken by its dock camera.",
                Map.of("id", ToolFactory.numberArgument("1 to " + InventoryGenerator.DEVICES)),
                (callInput, exchange) -> {
                    int id = callInput.number("id", 1, 1, InventoryGenerator.DEVICES);
                    String data = Base64.getEncoder().encodeToString(NoisePicture.generate(id));
                    return CallToolResult.builder()
                            .addTextContent("device " + id + ", taken "
                                    + Inventory.formatTime(InventoryGenerator.REFERENCE_TIME))
                            .addContent(ImageContent.builder(data, "image/png").build())
                            .build();
                });
    }
}
