package dev.plimsoll.bench.growth;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.growth.Curve.Line;
import dev.plimsoll.bench.growth.Curve.Point;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.Work;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Measures one curve for each quantity that can grow. */
final class Curves {

    private static final int KB = 1_000;
    private static final int MB = 1_000 * KB;
    private static final int PART_BYTES = 10 * MB;
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]{48})");
    private static final StoreLimits LARGE_LIMITS = new StoreLimits(8L << 30, 8L << 30, 100_000);

    private final CpuTimeMeter cpuTimeMeter;
    private final double share;

    /** @param share the fraction of each curve's largest size at which measuring stops; tests measure only small sizes */
    Curves(CpuTimeMeter cpuTimeMeter, double share) {
        this.cpuTimeMeter = cpuTimeMeter;
        this.share = share;
    }

    List<Curve> measureAll() {
        return List.of(payload(), storedResults(), rules(), tools(), sessions());
    }

    private static Plimsoll createEngine(Policies policies) {
        Instant now = Instant.parse("2026-11-21T00:00:00Z");
        SnapshotStore store = SnapshotStore.inMemory(LARGE_LIMITS, () -> now, new Random(1));
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .build();
    }

    private List<Integer> sizes(Integer... sizes) {
        int max = (int) (sizes[sizes.length - 1] * share);
        return List.of(sizes).stream()
                .filter(size -> size <= Math.max(max, sizes[0]))
                .toList();
    }

    private Curve measureCurve(
            String name,
            String title,
            String quantity,
            List<Integer> sizes,
            Map<String, IntFunction<Work>> operations) {
        List<Line> lines = new ArrayList<>();
        operations.forEach((line, work) -> lines.add(new Line(
                line,
                sizes.stream()
                        .map(size -> new Point(size, cpuTimeMeter.measureNanos(work.apply(size))))
                        .toList())));
        return new Curve(name, title, quantity, lines);
    }

    private Curve payload() {
        Map<String, IntFunction<Work>> operations = new LinkedHashMap<>();
        operations.put("first answer", size -> {
            Slice result = result(size);
            BenchEngine benchEngine = new BenchEngine(Policy.defaults());
            return size < 20 * KB
                    ? () -> benchEngine.answerWithinBudget(result).length()
                    : () -> benchEngine.firstAnswer(result).length();
        });
        operations.put("one read of every byte", size -> {
            Slice result = result(size);
            return () -> HandwrittenJson.sumBytes(result);
        });
        return measureCurve(
                "payload",
                "A result and its first answer",
                "bytes of the result",
                sizes(KB, 10 * KB, 100 * KB, MB, 10 * MB, 100 * MB, 200 * MB),
                operations);
    }

    /** Returns a text result of records. Large results repeat the same part. */
    private static Slice result(int size) {
        if (size <= PART_BYTES) {
            return BenchToolResults.toTextResult(SampleRecords.generateArray(size));
        }
        Slice part = SampleRecords.generateArray(PART_BYTES);
        ByteSink array = new ByteSink(size + PART_BYTES).ascii("[");
        for (int i = 0; i < size / PART_BYTES; i++) {
            array.ascii(i == 0 ? "" : ",").raw(new Slice(part.bytes(), part.from() + 1, part.to() - 1));
        }
        return BenchToolResults.toTextResult(Slice.of(array.ascii("]").toByteArray()));
    }

    private Curve storedResults() {
        Slice small = BenchToolResults.toTextResult(SampleRecords.generateArray(20 * KB));
        Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(100 * KB));
        IntFunction<Plimsoll> filledEngine = count -> {
            Plimsoll engine = createEngine(Policies.of(Policy.defaults()));
            IntStream.range(0, count).forEach(i -> engine.guard(call(i), RawResult.of(small)));
            return engine;
        };
        Map<String, IntFunction<Work>> operations = new LinkedHashMap<>();
        operations.put("first answer to 100 KB", count -> {
            Plimsoll engine = filledEngine.apply(count);
            return () -> engine.guard(call(0), RawResult.of(result)).result().length();
        });
        operations.put("further page", count -> {
            Plimsoll engine = filledEngine.apply(count);
            String cursor = cursor(engine.guard(call(0), RawResult.of(result)));
            Slice arguments = new JsonWriter()
                    .beginObject()
                    .string("cursor", cursor)
                    .endObject()
                    .slice();
            return () -> engine.read(call(0), arguments).result().length();
        });
        return measureCurve(
                "kept",
                "Time against the number of stored results",
                "stored results",
                sizes(1, 10, 100, 1_000, 10_000),
                operations);
    }

    private static ToolCall call(int number) {
        return ToolCall.of("bench", "list", "caller" + number % 100);
    }

    private static String cursor(Outcome outcome) {
        Matcher cursor = CURSOR.matcher(outcome.result().utf8());
        if (!cursor.find()) {
            throw new IllegalStateException("an answer without a cursor: " + outcome.receipt());
        }
        return cursor.group(1);
    }

    private Curve rules() {
        Slice small = BenchToolResults.toTextResult(SampleRecords.generateArray(2 * KB));
        Map<String, IntFunction<Work>> operations = new LinkedHashMap<>();
        operations.put("a call of 2 KB", count -> {
            Plimsoll engine = createEngine(new Policies(Policy.defaults(), rules(count)));
            return () -> engine.guard(call(0), RawResult.of(small)).result().length();
        });
        operations.put("find the policy of a tool", count -> {
            List<PolicyRule> rules = rules(count);
            return () -> new Policies(Policy.defaults(), rules)
                    .forTool("bench", "list")
                    .hashCode();
        });
        return measureCurve(
                "rules", "Time against the number of rules", "rules", sizes(1, 10, 100, 1_000, 10_000), operations);
    }

    private static List<PolicyRule> rules(int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        new PolicyRule("server" + i + "/get_*", policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 10)))
                .toList();
    }

    private Curve tools() {
        Map<String, IntFunction<Work>> operations = new LinkedHashMap<>();
        operations.put("read the whole list", count -> {
            List<Slice> entries =
                    IntStream.range(0, count).mapToObj(Curves::tool).toList();
            return () -> {
                long sum = 0;
                for (Slice entry : entries) {
                    sum += ListedTool.of(entry).declaredArguments().hashCode();
                }
                return sum;
            };
        });
        return measureCurve(
                "tools", "Time to read a list of tools", "tools", sizes(1, 10, 100, 1_000, 10_000), operations);
    }

    private static Slice tool(int number) {
        JsonWriter json = new JsonWriter().beginObject().string("name", "tool_" + number);
        json.string("description", "Looks up what " + number + " is.");
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        json.beginObject("query").string("type", "string").endObject();
        json.beginObject("limit").string("type", "integer").endObject().endObject();
        json.strings("required", List.of("query")).endObject();
        return Slice.of(json.endObject().toByteArray());
    }

    private Curve sessions() {
        Slice small = BenchToolResults.toTextResult(SampleRecords.generateArray(2 * KB));
        // a limit that no session reaches, because answers would change there
        Policy budgeted = Policy.defaults().with(Policy.SESSION_BUDGET, Integer.MAX_VALUE);
        Map<String, IntFunction<Work>> operations = new LinkedHashMap<>();
        operations.put("a call of 2 KB with a session budget", count -> {
            Plimsoll engine = createEngine(Policies.of(budgeted));
            List<ToolCall> calls = IntStream.range(0, count)
                    .mapToObj(i -> call(0).withSession("session-" + i))
                    .toList();
            int[] nextCall = {0};
            return () -> engine.guard(calls.get(nextCall[0]++ % count), RawResult.of(small))
                    .result()
                    .length();
        });
        return measureCurve(
                "sessions",
                "Time against the number of sessions",
                "sessions",
                sizes(1, 10, 100, 1_000, 10_000),
                operations);
    }
}
