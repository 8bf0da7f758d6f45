package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.McpArgument;
import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Class of an application, with annotated methods that are tools. */
class Inventory {

    final AtomicInteger calls = new AtomicInteger();

    record Item(int id, String name, int quantity, String warehouse, BigDecimal price) {}

    enum Order {
        NAME,
        QUANTITY
    }

    record Search(
            String text, @McpArgument(required = false) int maxItems, Optional<Order> order) {}

    /** Permits only the auditor to read the audit log. */
    static final class AuditorCheck implements PermissionCheck {
        @Override
        public boolean permits(McpTransportContext context) {
            return "auditor".equals(context.get("user"));
        }
    }

    /** Fails at each check. */
    static final class FailingCheck implements PermissionCheck {
        @Override
        public boolean permits(McpTransportContext context) {
            throw new IllegalStateException("the directory is down");
        }
    }

    @McpHeavy(
            name = "inventory.list_all",
            description = "List all inventory records.",
            style = "probe",
            ttl = "5m",
            pageSize = 20)
    List<Item> list(Optional<String> warehouse) {
        calls.incrementAndGet();
        return items().filter(item -> item.warehouse().equals(warehouse.orElse(item.warehouse())))
                .toList();
    }

    @McpHeavy
    List<Item> audit(@McpArgument(description = "Minimum quantity") int minQuantity) {
        calls.incrementAndGet();
        return items().filter(item -> item.quantity() >= minQuantity).toList();
    }

    @McpHeavy(name = "audit_log", permissions = AuditorCheck.class)
    List<Item> auditLog(Map<String, Object> arguments, McpTransportContext context, CallToolRequest request) {
        calls.incrementAndGet();
        return items().toList();
    }

    @McpHeavy(arguments = Search.class)
    List<Item> search(Search search) {
        return items().filter(item -> item.name().contains(search.text()))
                .limit(search.maxItems() == 0 ? 1000 : search.maxItems())
                .toList();
    }

    @McpGuarded(write = true, description = "Set the quantity of an item")
    String restock(int id, int quantity) {
        if (quantity < 0) {
            throw new IllegalArgumentException("quantity must be at least 0, got " + quantity);
        }
        if (id > 1000) {
            throw new IllegalStateException("jdbc:secret@db is down");
        }
        return "item " + id + " has " + quantity;
    }

    @McpGuarded(name = "delete_all", admin = true)
    void deleteAll() {
        calls.incrementAndGet();
    }

    @McpGuarded(permissions = FailingCheck.class)
    String broken() {
        return "never";
    }

    static java.util.stream.Stream<Item> items() {
        return IntStream.range(0, 400)
                .mapToObj(i -> new Item(
                        i, "Widget " + i, i % 50, "WH-" + i % 2, new BigDecimal("9.90").add(BigDecimal.valueOf(i))));
    }
}
