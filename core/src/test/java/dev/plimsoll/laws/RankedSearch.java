package dev.plimsoll.laws;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A stored result and the ranked searches in it. */
final class RankedSearch {

    static final JsonMapper JSON = new JsonMapper();

    /** Time that is enough on a busy machine. */
    private static final int TIME_MS = 60_000;

    private final Engine engine;
    private final String cursor;
    private final Answered first;

    private RankedSearch(Engine engine, Answered first) {
        this.engine = engine;
        this.first = first;
        JsonNode page = JSON.readTree(first.bytes()).at("/_meta/dev.plimsoll~1page");
        this.cursor = page.path("nextCursor").asString(page.path("cursor").asString(""));
    }

    static Policy policy(int budget) {
        return Engine.policy(budget).with(Policy.SEARCH, true).with(Policy.QUERY_TIME_MS, TIME_MS);
    }

    static RankedSearch in(String text) {
        return in(Engine.of(policy(2_000), ClientFeatures.current()), text);
    }

    static RankedSearch in(Engine engine, String text) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return new RankedSearch(engine, engine.guard(JSON.writeValueAsBytes(result)));
    }

    String cursor() {
        return cursor;
    }

    Answered first() {
        return first;
    }

    Answered ask(String question, String... more) {
        List<String> members = new ArrayList<>(List.of(more));
        members.add(0, "\"search\":" + JSON.writeValueAsString(question));
        return engine.read(cursor, members.toArray(String[]::new));
    }

    /** Returns the answer's data. */
    static JsonNode data(Answered answered) {
        return JSON.readTree(answered.texts().get(0).utf8());
    }

    static List<JsonNode> matches(Answered answered) {
        List<JsonNode> all = new ArrayList<>();
        data(answered).path("matches").forEach(all::add);
        return all;
    }

    /** Returns the matches of all pages. */
    List<JsonNode> allMatches(String question, String... more) {
        Answered page = ask(question, more);
        List<JsonNode> all = new ArrayList<>(matches(page));
        while (data(page).path("hasMore").asBoolean()) {
            page = engine.read(data(page).path("nextCursor").asString());
            all.addAll(matches(page));
        }
        return all;
    }

    /** Returns the text that the location of a match selects. */
    String readAt(JsonNode match) {
        List<String> arguments = new ArrayList<>(List.of("\"lines\":" + match.path("lines")));
        if (match.has("path")) {
            arguments.add("\"path\":" + match.path("path"));
        }
        Answered read = engine.read(cursor, arguments.toArray(String[]::new));
        String text = read.texts().get(0).utf8();
        return isJson(text) ? JSON.readTree(text).path("value").asString() : text;
    }

    private static boolean isJson(String text) {
        return text.startsWith("{") && Json.isValid(Slice.of(text));
    }

    /** Returns the matching part of JSON that the path of a match selects. */
    String readPath(JsonNode match) {
        return engine.readPath(cursor, match.path("path").asString())
                .texts()
                .get(0)
                .utf8();
    }
}
