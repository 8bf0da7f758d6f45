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
        sections.put("keys", table(ConfigKeys.root(), "", true, false));
        sections.put("server", table(ConfigKeys.serverScope(), "servers.NAME.", false, false));
        sections.put("policy", table(ConfigKeys.policyScope(), "policy.", false, true));
        sections.put("profile", table(ConfigKeys.profileScope(), "profiles.NAME.", false, true));
        sections.put("rows", rows());
        sections.put("stored", stored());
        sections.put("presets", presets());
        sections.put("environment", environment());
        return sections;
    }

    private static String table(KeyScope keyScope, String prefix, boolean withoutPolicy, boolean isPolicyTable) {
        StringBuilder table = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : keyScope.keys()) {
            boolean isInOtherTable =
                    withoutPolicy ? configKey.path().startsWith("policy.") : ConfigKeys.isRolloutKey(configKey.path());
            if (!isInOtherTable) {
                table.append(row(configKey, prefix, isPolicyTable || configKey.isReloadable()))
                        .append('\n');
            }
        }
        return table.toString();
    }

    private static String row(ConfigKey configKey, String prefix, boolean isReloadable) {
        return "| `" + prefix + configKey.path() + "` | " + configKey.allowed() + " | " + defaultText(configKey) + " | "
                + configKey.description() + " | " + configKey.commands().text() + " | "
                + (isReloadable ? "immediately" : "at the next start") + " |";
    }

    private static String defaultText(ConfigKey configKey) {
        String text = configKey.defaultText() == null ? configKey.unsetWord() : configKey.defaultText();
        return text == null || text.isEmpty() ? "none" : "`" + text + "`";
    }

    private static String rows() {
        StringBuilder tables = new StringBuilder(TABLE_HEADER);
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            if (configKey.shape() instanceof KeyShape.Rows rows) {
                rows.scope()
                        .keys()
                        .forEach(
                                rowKey -> tables.append(row(rowKey, configKey.path() + "[].", configKey.isReloadable()))
                                        .append('\n'));
            }
        }
        return tables.toString();
    }

    /** Returns the keys of stored queries and programs. */
    private static String stored() {
        StringBuilder rows = new StringBuilder(TABLE_HEADER);
        addEntries(ConfigKeys.policyScope().findKey(StoredKeys.QUERIES), "tools.GLOB.", true, rows);
        addEntries(ConfigKeys.root().findKey(StoredKeys.PROGRAMS), "", false, rows);
        return rows.toString();
    }

    private static void addEntries(@Nullable ConfigKey table, String prefix, boolean isReloadable, StringBuilder rows) {
        if (table == null || !(table.shape() instanceof KeyShape.Table entries)) {
            throw new IllegalStateException("not a table of entries");
        }
        String entryPrefix = prefix + table.path() + ".NAME.";
        for (ConfigKey key : entries.scope().keys()) {
            rows.append(row(key, entryPrefix, isReloadable)).append('\n');
            if (key.shape() instanceof KeyShape.Table) {
                addEntries(key, entryPrefix, isReloadable, rows);
            }
        }
    }

    private static String presets() {
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

    private static String environment() {
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
