package dev.plimsoll.sample;

import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;

/** The resources, resource templates, and prompts of the sample. */
final class StockResources {

    private static final String JSON = "application/json";
    private static final String CATALOGUE = "inventory://catalogue";
    private static final String WAREHOUSE = "inventory://warehouses/";

    private StockResources() {}

    static List<SyncResourceSpecification> resources(Inventory inventory) {
        Resource catalogue = Resource.builder(CATALOGUE, "catalogue")
                .description("All products")
                .mimeType(JSON)
                .build();
        return List.of(new SyncResourceSpecification(
                catalogue,
                (exchange, request) -> toReadResult(
                        CATALOGUE, ToolFactory.toJson(inventory.query("select * from product order by id")))));
    }

    static List<SyncResourceTemplateSpecification> templates(Inventory inventory) {
        ResourceTemplate devices = ResourceTemplate.builder(WAREHOUSE + "{id}/devices", "devices")
                .description("The devices of a warehouse")
                .mimeType(JSON)
                .build();
        return List.of(new SyncResourceTemplateSpecification(devices, (exchange, request) -> {
            String id = request.uri().substring(WAREHOUSE.length()).replace("/devices", "");
            return toReadResult(
                    request.uri(),
                    ToolFactory.toJson(inventory.query("select * from device where warehouse_id = ? order by id", id)));
        }));
    }

    private static ReadResourceResult toReadResult(String uri, String text) {
        return ReadResourceResult.builder(List.of(
                        TextResourceContents.builder(uri, text).mimeType(JSON).build()))
                .build();
    }

    static List<SyncPromptSpecification> prompts(Inventory inventory) {
        Prompt prompt = Prompt.builder("find_the_missing")
                .description("Looks for devices that are missing")
                .build();
        return List.of(new SyncPromptSpecification(prompt, (exchange, request) -> {
            String missing = ToolFactory.toJson(
                    inventory.query(
                            "select id, serial, warehouse_id, bin, last_seen from device where status = 'missing' order by id"));
            String text = "These devices are missing. Say where to look first, and why.\n" + missing;
            return GetPromptResult.builder(List.of(new PromptMessage(
                            Role.USER, TextContent.builder(text).build())))
                    .build();
        }));
    }
}
