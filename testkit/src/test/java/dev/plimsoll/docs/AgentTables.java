package dev.plimsoll.docs;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Creates two tables from the recordings of {@code clients/agents}: the tokens that the models of agents read for each
 * result, and the time in which a server starts. Both tables have values without and with Plimsoll.
 */
record AgentTables(Slice recordings) {

    private static final List<String> RESULTS = List.of("orders", "log", "prose", "error", "photo");
    private static final String HEAD = """
            | client | its name | 800 records | log | prose | error | image |
            |---|---|---|---|---|---|---|
            """;

    static Map<String, String> byName(Project project) {
        AgentTables tables = new AgentTables(Slice.of(project.read("clients/agents/recordings.json")));
        return Map.of("agents", tables.agentTable(), "start", tables.startTable());
    }

    private String agentTable() {
        return items(member(recordings, "clients")).map(AgentTables::row).collect(Collectors.joining("\n", HEAD, ""));
    }

    private static String row(Slice client) {
        Slice results = member(client, "results");
        return "| " + text(client, "label") + " " + text(client, "version") + " | `" + text(client, "sends") + "` | "
                + RESULTS.stream().map(name -> cell(member(results, name))).collect(Collectors.joining(" | ")) + " |";
    }

    private static String cell(Slice recordings) {
        String direct =
                items(member(recordings, "direct")).map(AgentTables::tokensOf).collect(Collectors.joining(", "));
        String guarded =
                items(member(recordings, "plimsoll")).map(AgentTables::tokensOf).collect(Collectors.joining(", "));
        return (direct.isEmpty() ? "nothing" : direct) + " → " + guarded;
    }

    /** Returns the number of tokens of a recorded result, or {@code shown} if the model got an image. */
    private static String tokensOf(Slice recording) {
        boolean isLost = member(recording, "lost").utf8().equals("true");
        String tokens = number(recording, "tokens") + (isLost ? " (cut)" : "");
        return number(recording, "images").equals("0") ? tokens : "shown";
    }

    private String startTable() {
        Slice start = member(recordings, "start");
        return "| | median | slowest of " + number(start, "rounds") + " |\n|---|---|---|\n"
                + startRow("the server alone", member(start, "direct")) + "\n"
                + startRow("`plimsoll run` with this server", member(start, "plimsoll"));
    }

    private static String startRow(String name, Slice times) {
        return "| " + name + " | " + number(times, "median") + " ms | " + number(times, "slowest") + " ms |";
    }

    private static Stream<Slice> items(Slice array) {
        ItemIndex items = ItemIndex.of(Json.trim(array));
        return IntStream.range(0, items.count()).mapToObj(items::item);
    }

    private static Slice member(Slice object, String name) {
        return Objects.requireNonNull(Members.get(Json.trim(object), name), name);
    }

    private static String text(Slice object, String name) {
        return JsonText.unescapeToString(Json.stringInside(member(object, name)));
    }

    private static String number(Slice object, String name) {
        return String.format(
                Locale.ROOT, "%,d", Integer.valueOf(member(object, name).utf8()));
    }
}
