package dev.plimsoll.seeds;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An engine with the preset of a seed (see the package), and a call of one tool by one caller. */
record Seed(Plimsoll engine, FakeClock clock, ToolCall call) {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    static Seed of(Preset preset) {
        return of(preset, policy -> policy);
    }

    /**
     * Creates an engine with the preset, changed for all tools. Tools whose names begin with {@code heavy_}
     * are also heavy.
     */
    static Seed of(Preset preset, UnaryOperator<Policy> change) {
        return of(preset, change, List.of());
    }

    /** Creates an engine with the preset and rules for some tools. */
    static Seed of(Preset preset, List<PolicyRule> rules) {
        return of(preset, policy -> policy, rules);
    }

    private static Seed of(Preset preset, UnaryOperator<Policy> change, List<PolicyRule> more) {
        List<PolicyRule> rules = new ArrayList<>(more);
        rules.add(new PolicyRule("heavy_*", policy -> policy.with(Policy.HEAVY, true)));
        FakeClock clock = new FakeClock();
        StoreLimits storeLimits = new StoreLimits(1 << 28, 1 << 28, 1000);
        Policies policies = new Policies(change.apply(preset.applyTo(Policy.defaults())), rules);
        Plimsoll engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(storeLimits, clock, new Random(7)))
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .build();
        return new Seed(engine, clock, ToolCall.of("shop", "list_orders", "ada"));
    }

    Seed tool(String name) {
        return new Seed(engine, clock, call.withTool(name));
    }

    Seed withSourceMillis(long millis) {
        return new Seed(engine, clock, call.withSourceMillis(millis));
    }

    /** Creates a copy whose tool declares that it writes. */
    Seed asWriteTool() {
        return new Seed(engine, clock, call.withHints(new ToolHints(true, false, null)));
    }

    /** Returns the answer to a result with this text. */
    Answer text(String text) {
        return guard("{\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}]}");
    }

    Answer guard(String result) {
        return new Answer(engine.guard(call, RawResult.of(Slice.of(result))));
    }

    /** Returns the answer to a call with arguments, of a tool with the given input schema that returns the
     * given text. */
    Answer called(String schema, String arguments, String text) {
        ListedTool tool =
                ListedTool.of(Slice.of("{\"name\":" + quoted(call.tool()) + ",\"inputSchema\":" + schema + "}"));
        CallDecision callDecision = engine.classify(call, tool, Slice.of(arguments));
        if (callDecision instanceof CallDecision.Forward forward) {
            String result = "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}]}";
            return new Answer(engine.guard(forward.call(), RawResult.of(Slice.of(result))));
        }
        return new Answer(((CallDecision.Answer) callDecision).outcome());
    }

    /** Returns the answer of {@code plimsoll_read}; {@code $} stands for the cursor. */
    Answer read(String cursor, String arguments) {
        return new Answer(engine.read(call.withTool(""), Slice.of(arguments.replace("$", cursor))));
    }

    static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }

    /** Creates orders of about 20 tokens each. */
    static String orders(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> "{\"id\":" + i + ",\"customer\":\"Ada Byron\",\"status\":\"open\",\"total\":" + i + ".50}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Creates bookings as in a list view, about 160 bytes each, from one number (inclusive) to another (exclusive). */
    static String bookings(int from, int to) {
        return IntStream.range(from, to).mapToObj(Seed::booking).collect(Collectors.joining(",", "[", "]"));
    }

    /** Creates bookings of the given total size; the last one has a note that fills it. */
    static String bookings(int from, int to, int bytes) {
        String all = bookings(from, to);
        String start = all.substring(0, all.length() - 2) + ",\"note\":\"";
        return start + "x".repeat(bytes - bytes(start) - 3) + "\"}]";
    }

    private static String booking(int i) {
        String[] status = {"confirmed", "pending", "checked_in", "cancelled"};
        String[] guestNames = {"Zoë Müller", "佐藤 花子", "Ada Byron", "José Núñez", "Søren Ågård"};
        String[] property = {"Casa del Mar", "Chalet Föhrenwald", "海辺の家"};
        return "{\"id\":\"BK-2026-" + (100_000 + i) + "\",\"status\":\"" + status[i % 4] + "\",\"guestName\":\""
                + guestNames[i % 5] + "\",\"checkIn\":\"2026-07-" + (10 + i % 9) + "\",\"checkOut\":\"2026-07-"
                + (20 + i % 9) + "\",\"property\":\"" + property[i % 3] + "\",\"total\":" + (400 + i) + ".90}";
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** An answer: the contents of its first text, and its other members. */
    record Answer(Outcome guarded) {

        private static final String EMPTY_LINE = "\n\n";

        String outcome() {
            return guarded.receipt().outcome().recordName();
        }

        String text() {
            return whole().at("/content/0/text").asString();
        }

        /** Returns the JSON of the text; of a chunk, its header. */
        JsonNode json() {
            String text = text();
            int end = text.indexOf(EMPTY_LINE);
            return MAPPER.readTree(end > 0 && text.startsWith("{\"notice\"") ? text.substring(0, end) : text);
        }

        /** Returns the shown part of the result's object. */
        JsonNode value() {
            return json().path("value");
        }

        /** Returns the text of a chunk, after its header. */
        String chunk() {
            return text().substring(text().indexOf(EMPTY_LINE) + EMPTY_LINE.length());
        }

        JsonNode page() {
            return whole().path("_meta").path("dev.plimsoll/page");
        }

        JsonNode whole() {
            return MAPPER.readTree(guarded.result().utf8());
        }

        List<String> keys() {
            return List.copyOf(json().propertyNames());
        }
    }
}
