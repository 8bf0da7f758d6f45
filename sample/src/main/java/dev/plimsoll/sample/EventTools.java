package dev.plimsoll.sample;

import dev.plimsoll.mcp.annotation.McpArgument;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.jdbc.JdbcSource;
import java.util.Optional;

/** The tool that lists the events. It loads one page at a time from the database, never the complete list. */
final class EventTools {

    private final Inventory inventory;

    EventTools(Inventory inventory) {
        this.inventory = inventory;
    }

    @McpHeavy(name = "list_events", description = "All events, the latest first.", prefetch = 1)
    PageSource list(@McpArgument(name = "level", description = "INFO, WARN, or ERROR") Optional<String> level) {
        JdbcSource events = JdbcSource.newestFirst(inventory.source(), "event", "at", "id")
                .filters("level", "actor", "device_id", "text");
        return level.map(levelName -> events.only(SourceCondition.equal("level", levelName)))
                .orElse(events);
    }
}
