package dev.plimsoll.gateway.proxy.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;
import org.junit.jupiter.api.Test;

/** Tests the table of the tools that a server has listed. */
class ToolTableTest {

    private static final int MAX_TOOLS = 20_000;

    private static ListedTool tool(String name, String description) {
        return ListedTool.of(Slice.of("{\"name\":\"" + name + "\",\"description\":\"" + description + "\"}"));
    }

    @Test
    void fullTableUpdatesKnownToolsAndAddsNoOthers() {
        ToolTable tools = new ToolTable();
        for (int i = 0; i < MAX_TOOLS; i++) {
            tools.add(tool("t" + i, "first"));
        }
        ListedTool update = tool("t7", "second");
        tools.add(update);
        tools.add(tool("other", "first"));
        assertThat(tools.find("t7")).isSameAs(update);
        assertThat(tools.find("other")).isNull();
        assertThat(tools.all()).hasSize(MAX_TOOLS);
    }
}
