package dev.plimsoll.gateway.config.view;

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

/** Generates the tables of the reference page from the keys. */
public final class ReferencePage {

    private static final String TABLE_HEADER =
            "| key | allowed | default | what it does | used by | a change applies |\n|---|---|---|---|---|---|\n";

    private ReferencePage() {}

    /** Returns the tables in Markdown, by the names of their sections of the page. */
    public static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("keys", keyTable(ConfigKeys.root(), "", true, false));
        sections.put("server", keyTable(ConfigKeys.serverScope(), "servers.NAME.", false, false));
        sections.put("policy", keyTable(ConfigKeys.policyScope(), "policy.", false, true));
        sections.put("profile", keyTable(ConfigKeys.profileScope(), "profiles.NAME.", false, true));
        sections.put("rows", rowKeyTable());
        sections.put("stored", storedKeyTable());
        sections.put("presets", presetTable());
        sections.put("environment", variableTable());
        return sections;
    }

    private static String keyTable(KeyScope keyScope, String prefix, boolean omitsPolicy, boolean isAlwaysReloadable) {
        StringBuilder table = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : keyScope.keys()) {
            boolean isInOtherTable =
                    omitsPolicy ? configKey.path().startsWith("policy.") : ConfigKeys.isRolloutKey(configKey.path());
            if (!isInOtherTable) {
                table.append(keyRow(configKey, prefix, isAlwaysReloadable || configKey.isReloadable()))
                        .append('\n');
            }
        }
        return table.toString();
    }

    private static String keyRow(ConfigKey configKey, String prefix, boolean isReloadable) {
        return "| `" + prefix + configKey.path() + "` | " + configKey.allowed() + " | " + defaultText(configKey) + " | "
                + configKey.description() + " | " + configKey.commands().text() + " | "
                + (isReloadable ? "immediately" : "at the next start") + " |";
    }

    private static String defaultText(ConfigKey configKey) {
        String text = configKey.defaultText() == null ? configKey.unsetWord() : configKey.defaultText();
        return text == null || text.isEmpty() ? "none" : "`" + text + "`";
    }

    private static String rowKeyTable() {
        StringBuilder tables = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            if (configKey.shape() instanceof KeyShape.Rows rows) {
                rows.scope()
                        .keys()
                        .forEach(rowKey -> tables.append(
                                        keyRow(rowKey, configKey.path() + "[].", configKey.isReloadable()))
                                .append('\n'));
            }
        }
        return tables.toString();
    }

    /** Returns the keys of stored queries and programs. */
    private static String storedKeyTable() {
        StringBuilder rows = new StringBuilder(TABLE_HEADER);
        addEntryRows(ConfigKeys.policyScope().findKey(StoredKeys.QUERIES), "tools.GLOB.", true, rows);
        addEntryRows(ConfigKeys.root().findKey(StoredKeys.PROGRAMS), "", false, rows);
        return rows.toString();
    }

    private static void addEntryRows(
            @Nullable ConfigKey table, String prefix, boolean isReloadable, StringBuilder rows) {
        if (table == null || !(table.shape() instanceof KeyShape.Table entries)) {
            throw new IllegalStateException("not a table of entries");
        }
        String entryPrefix = prefix + table.path() + ".NAME.";
        for (ConfigKey key : entries.scope().keys()) {
            rows.append(keyRow(key, entryPrefix, isReloadable)).append('\n');
            if (key.shape() instanceof KeyShape.Table) {
                addEntryRows(key, entryPrefix, isReloadable, rows);
            }
        }
    }

    private static String presetTable() {
        StringBuilder table = new StringBuilder("| preset | purpose | settings |\n|---|---|---|\n");
        for (Preset preset : Preset.values()) {
            String changes = String.join("`, `", preset.changes()).replace("=", ": ");
            String settings = changes.isEmpty() ? "nothing" : "`" + changes + "`";
            String additional = preset == Preset.CURSOR ? ", and `cursor.bind: session`" : "";
            table.append("| `" + preset.configName() + "` | " + preset.description() + " | " + settings + additional
                    + " |\n");
        }
        return table.toString();
    }

    private static String variableTable() {
        StringBuilder table = new StringBuilder("| key | variable |\n|---|---|\n");
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            table.append("| `" + configKey.path() + "` | `" + EnvironmentName.of(configKey.path()) + "` |\n");
            if (configKey.shape() instanceof KeyShape.Table entries
                    && entries.nameRule() == NameRule.NAME
                    && configKey.path().equals("servers")) {
                for (ConfigKey entryKey : entries.scope().keys()) {
                    table.append("| `servers.NAME." + entryKey.path() + "` | `PLIMSOLL_SERVERS_NAME_"
                            + EnvironmentName.upperSnake(entryKey.path()) + "` |\n");
                }
            }
        }
        return table.toString();
    }
}
