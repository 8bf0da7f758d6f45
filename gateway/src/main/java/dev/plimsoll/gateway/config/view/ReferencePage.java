package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.key.Naming;
import dev.plimsoll.gateway.config.key.Scope;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.policy.Preset;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of the reference page, from the keys themselves. */
public final class ReferencePage {

    private static final String HEAD =
            "| key | allowed | default | what it does | acts in | a change holds |\n|---|---|---|---|---|---|\n";

    private ReferencePage() {}

    /** Markdown by the name of the section it belongs in. */
    public static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("keys", table(Keys.root(), "", true, false));
        sections.put("server", table(Keys.ofServer(), "servers.NAME.", false, false));
        sections.put("policy", table(Keys.ofPolicy(), "policy.", false, true));
        sections.put("profile", table(Keys.ofProfile(), "profiles.NAME.", false, true));
        sections.put("rows", rows());
        sections.put("presets", presets());
        sections.put("environment", environment());
        return sections;
    }

    private static String table(Scope scope, String start, boolean withoutPolicy, boolean live) {
        StringBuilder table = new StringBuilder(HEAD);
        for (Key key : scope.keys()) {
            boolean elsewhere = withoutPolicy ? key.path().startsWith("policy.") : Keys.isRollout(key.path());
            if (!elsewhere) {
                table.append(row(key, start, live || key.live())).append('\n');
            }
        }
        return table.toString();
    }

    private static String row(Key key, String start, boolean live) {
        return "| `" + start + key.path() + "` | " + key.allowed() + " | " + unset(key) + " | " + key.about() + " | "
                + key.acts().words() + " | " + (live ? "at once" : "from the next start on") + " |";
    }

    private static String unset(Key key) {
        String text = key.unset() == null ? key.open() : key.unset();
        return text == null || text.isEmpty() ? "none" : "`" + text + "`";
    }

    private static String rows() {
        StringBuilder tables = new StringBuilder(HEAD);
        for (Key key : Keys.root().keys()) {
            if (key.shape() instanceof Shape.Rows rows) {
                rows.scope()
                        .keys()
                        .forEach(below -> tables.append(row(below, key.path() + "[].", key.live()))
                                .append('\n'));
            }
        }
        return tables.toString();
    }

    private static String presets() {
        StringBuilder table = new StringBuilder("| preset | what it is for | what it sets |\n|---|---|---|\n");
        for (Preset preset : Preset.values()) {
            String changes = String.join("`, `", preset.changes()).replace("=", ": ");
            String sets = changes.isEmpty() ? "nothing" : "`" + changes + "`";
            String besides = preset == Preset.CURSOR ? ", and `cursor.bind: session`" : "";
            table.append("| `" + preset.word() + "` | " + preset.about() + " | " + sets + besides + " |\n");
        }
        return table.toString();
    }

    private static String environment() {
        StringBuilder table = new StringBuilder("| key | variable |\n|---|---|\n");
        for (Key key : Keys.root().keys()) {
            table.append("| `" + key.path() + "` | `" + EnvironmentName.of(key.path()) + "` |\n");
            if (key.shape() instanceof Shape.Table named
                    && named.naming() == Naming.NAME
                    && key.path().equals("servers")) {
                for (Key below : named.scope().keys()) {
                    table.append("| `servers.NAME." + below.path() + "` | `PLIMSOLL_SERVERS_NAME_"
                            + EnvironmentName.upperSnake(below.path()) + "` |\n");
                }
            }
        }
        return table.toString();
    }
}
