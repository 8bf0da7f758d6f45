package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.NameRule;
import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.policy.Preset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates the tables of the reference page from the keys; no command of the product prints them. */
final class ReferencePage {

    private static final String TABLE_HEADER =
            "| key | allowed | default | what it does | used by | a change applies |\n|---|---|---|---|---|---|\n";

    private ReferencePage() {}

    /** Returns the tables in Markdown, by the names of their sections of the page. */
    static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("keys", keyTable(ConfigKeys.root(), "", true, false));
        sections.put("server", keyTable(ConfigKeys.serverScope(), "servers.NAME.", false, false));
        sections.put("policy", keyTable(ConfigKeys.policyScope(), "policy.", false, true));
        sections.put("profile", keyTable(ConfigKeys.profileScope(), "profiles.NAME.", false, true));
        sections.put("rows", listEntryKeyTable());
        sections.put("stored", storedKeyTable());
        sections.put("presets", presetTable());
        sections.put("environment", variableTable());
        return sections;
    }

    private static String keyTable(KeyScope keyScope, String prefix, boolean isRoot, boolean isAlwaysReloadable) {
        StringBuilder markdown = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : keyScope.keys()) {
            // the policy has its own table, and the page about rollouts lists the keys of rollouts
            boolean isInOtherTable =
                    isRoot ? configKey.path().startsWith("policy.") : ConfigKeys.isRolloutKey(configKey.path());
            if (!isInOtherTable) {
                markdown.append(keyRow(configKey, prefix, isAlwaysReloadable || configKey.isReloadable()))
                        .append('\n');
            }
        }
        return markdown.toString();
    }

    private static String keyRow(ConfigKey configKey, String prefix, boolean isReloadable) {
        // in Markdown, a vertical bar in a cell would begin the next cell
        String allowed = configKey.allowed().replace("|", "\\|");
        return "| `" + prefix + configKey.path() + "` | " + allowed + " | " + defaultText(configKey) + " | "
                + configKey.description() + " | " + configKey.commands().text() + " | "
                + (isReloadable ? "immediately" : "at the next start") + " |";
    }

    private static String defaultText(ConfigKey configKey) {
        String text = configKey.defaultText() == null ? configKey.unsetWord() : configKey.defaultText();
        return text == null || text.isEmpty() ? "none" : "`" + text + "`";
    }

    /** Returns the keys of the entries of lists. */
    private static String listEntryKeyTable() {
        StringBuilder markdown = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            if (configKey.shape() instanceof KeyShape.Rows list) {
                list.scope()
                        .keys()
                        .forEach(entryKey -> markdown.append(
                                        keyRow(entryKey, configKey.path() + "[].", configKey.isReloadable()))
                                .append('\n'));
            }
        }
        return markdown.toString();
    }

    /** Returns the keys of stored queries and programs. */
    private static String storedKeyTable() {
        StringBuilder markdown = new StringBuilder(TABLE_HEADER);
        addEntryRows(ConfigKeys.policyScope().findKey(StoredKeys.QUERIES), "tools.GLOB.", true, markdown);
        addEntryRows(ConfigKeys.root().findKey(StoredKeys.PROGRAMS), "", false, markdown);
        return markdown.toString();
    }

    private static void addEntryRows(
            @Nullable ConfigKey mapKey, String prefix, boolean isReloadable, StringBuilder markdown) {
        if (mapKey == null || !(mapKey.shape() instanceof KeyShape.Table entries)) {
            throw new IllegalStateException("not a map of entries");
        }
        String entryPrefix = prefix + mapKey.path() + ".NAME.";
        for (ConfigKey key : entries.scope().keys()) {
            markdown.append(keyRow(key, entryPrefix, isReloadable)).append('\n');
            if (key.shape() instanceof KeyShape.Table) {
                addEntryRows(key, entryPrefix, isReloadable, markdown);
            }
        }
    }

    private static String presetTable() {
        StringBuilder markdown = new StringBuilder("| preset | purpose | settings |\n|---|---|---|\n");
        for (Preset preset : Preset.values()) {
            String changes = String.join("`, `", preset.changes()).replace("=", ": ");
            String settings = changes.isEmpty() ? "nothing" : "`" + changes + "`";
            String additional = preset == Preset.CURSOR ? ", and `cursor.bind: session`" : "";
            markdown.append("| `" + preset.configName() + "` | " + preset.description() + " | " + settings + additional
                    + " |\n");
        }
        return markdown.toString();
    }

    private static String variableTable() {
        StringBuilder markdown = new StringBuilder("| key | variable |\n|---|---|\n");
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            markdown.append("| `" + configKey.path() + "` | `" + EnvironmentName.of(configKey.path()) + "` |\n");
            if (configKey.shape() instanceof KeyShape.Table entries
                    && entries.nameRule() == NameRule.NAME
                    && configKey.path().equals("servers")) {
                for (ConfigKey entryKey : entries.scope().keys()) {
                    markdown.append("| `servers.NAME." + entryKey.path() + "` | `PLIMSOLL_SERVERS_NAME_"
                            + EnvironmentName.upperSnake(entryKey.path()) + "` |\n");
                }
            }
        }
        return markdown.toString();
    }
}
