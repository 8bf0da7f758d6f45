package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.jdbc.JdbcSource;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import javax.sql.DataSource;

/** Code that is in the guide, but not in the example. {@link GuideTest} compares it with the guide. */
final class GuideSnippets {

    private GuideSnippets() {}

    /** Substitute for the example's class of this name. */
    static final class InventoryServer {

        private static final Shop SHOP = new Shop();

        static SyncToolSpecification listItems() {
            return new SyncToolSpecification(Shop.list(), (exchange, request) -> SHOP.call(request));
        }

        static SyncToolSpecification getLog() {
            return new SyncToolSpecification(Shop.structured(), (exchange, request) -> SHOP.call(request));
        }
    }

    static void lists(Guard guard, McpServer.SyncSpecification<?> builder) {
        builder.tools(guard.sync().tools(List.of(InventoryServer.listItems(), InventoryServer.getLog())));
    }

    static Guard policies() {
        Guard guard = Guard.builder()
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 2_000))
                .tools("export_*", policy -> policy.with(Policy.STYLE, StyleId.of("pass")))
                .build();
        return guard;
    }

    static Guard callers() {
        Guard guard = Guard.builder()
                .callers(context -> new Caller(
                        String.valueOf(context.get("user")),
                        "admin".equals(context.get("role")) ? Tier.ADMIN : Tier.READ,
                        context))
                .build();
        return guard;
    }

    record Audit(DataSource database) {

        @McpHeavy(description = "The audit log, newest first.", prefetch = 1)
        PageSource audit() {
            return JdbcSource.newestFirst(database, "audit_log", "created_at", "id")
                    .filters("actor", "action");
        }
    }

    static void dispatcher(Guard guard, McpServer.SyncSpecification<?> builder, List<SyncToolSpecification> tools) {
        builder.tools(guard.sync().dispatcher("warehouse", tools));
    }
}
