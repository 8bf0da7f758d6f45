package dev.plimsoll.gateway.manage.server;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.proxy.tool.ClientEntry;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.tokens.TokenCounter;
import java.util.List;

/**
 * A tool of a server, and the size of its definition.
 *
 * @param description the beginning of the first line of its description
 * @param tokens the tokens of its entry in the listing that a client gets
 * @param isBlocked whether the tool is switched off
 * @param tier the tier that a caller needs
 */
public record ToolSize(String name, String description, int tokens, boolean isBlocked, Tier tier) {

    private static final int MAX_NAME_BYTES = 1_024;
    private static final int MAX_DESCRIPTION_CHARACTERS = 200;

    /**
     * Converts the entries that a server lists. The sizes are those of the entries that Plimsoll creates from them for
     * clients.
     */
    public static List<ToolSize> of(List<Slice> serverEntries, String server, Policies policies, Catalog catalog) {
        return serverEntries.stream()
                .map(entry -> {
                    ListedTool tool = ListedTool.of(entry);
                    ToolPolicy policy = policies.forTool(server, tool.name());
                    return of(ClientEntry.of(tool, policy, catalog, ClientFeatures.modern()), server, policies);
                })
                .toList();
    }

    /** Converts an entry of a listing that a client gets. */
    public static ToolSize of(Slice clientEntry, String server, Policies policies) {
        String name = ObjectEdit.textIn(clientEntry, "name", MAX_NAME_BYTES);
        String toolName = name == null ? "" : name;
        Policy policy = policies.forTool(server, toolName).policy();
        return new ToolSize(
                toolName,
                findDescription(clientEntry),
                TokenCounter.classes().count(clientEntry),
                policy.get(Policy.BLOCKED),
                Tier.requiredBy(policy, ListedTool.of(clientEntry).hints()));
    }

    private static String findDescription(Slice entry) {
        String text = ObjectEdit.textIn(entry, "description", Integer.MAX_VALUE);
        String line = text == null ? "" : text.strip().lines().findFirst().orElse("");
        return line.codePointCount(0, line.length()) <= MAX_DESCRIPTION_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_DESCRIPTION_CHARACTERS)) + "…";
    }

    /** Returns the sum of the tokens of the tools that are blocked, or of the tools that are not. */
    public static int sumTokens(List<ToolSize> tools, boolean isBlocked) {
        return tools.stream()
                .filter(tool -> tool.isBlocked() == isBlocked)
                .mapToInt(ToolSize::tokens)
                .sum();
    }
}
