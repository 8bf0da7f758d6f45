package dev.plimsoll.hosts;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** An application that uses the engine, with one tool, {@code list_orders}. */
final class EngineHost {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(1L << 30, 1L << 30, 10_000);

    final FakeClock clock = new FakeClock();
    final Policy policy;
    final SnapshotStore store = SnapshotStore.inMemory(LARGE_LIMITS, clock, new Random(7));
    final Plimsoll plimsoll;
    final ListedTool tool;
    final ToolCall call;

    private EngineHost(Policy policy, ListedTool tool, ClientFeatures clientFeatures) {
        this.policy = policy;
        this.tool = tool;
        this.plimsoll = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
        this.call = ToolCall.of("shop", "list_orders", "caller").withClient(clientFeatures);
    }

    static EngineHost of(Policy policy, String inputSchema) {
        return of(policy, inputSchema, ClientFeatures.current());
    }

    static EngineHost of(Policy policy, String inputSchema, ClientFeatures clientFeatures) {
        return new EngineHost(policy, ListedTool.of(entry(inputSchema)), clientFeatures);
    }

    static Policy heavy() {
        return Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 600).with(Policy.HEAVY, true);
    }

    static Slice entry(String inputSchema) {
        return Slice.of("{\"name\":\"list_orders\",\"description\":\"Lists\\u0020\\\"orders\\\".\",\"x\":1.10,"
                + "\"inputSchema\":" + inputSchema + ",\"annotations\":{\"readOnlyHint\":true}}");
    }

    CallDecision classify(@Nullable String arguments) {
        return plimsoll.classify(call, tool, arguments == null ? null : Slice.of(arguments));
    }

    CallDecision.Forward forward(@Nullable String arguments) {
        return (CallDecision.Forward) classify(arguments);
    }

    String answer(String arguments) {
        return ((CallDecision.Answer) classify(arguments)).outcome().result().utf8();
    }

    /** Runs the tool with these arguments, and returns the answer to its result of 200 orders. */
    String run(@Nullable String arguments) {
        CallDecision.Forward forward = forward(arguments);
        return plimsoll.guard(forward.call(), RawResult.of(orders(200)))
                .result()
                .utf8();
    }

    /** Runs the tool, and returns the cursor of the second page. */
    String cursor(@Nullable String arguments) {
        return cursorIn(run(arguments));
    }

    static String cursorIn(String answer) {
        String before = "nextCursor\\\":\\\"";
        int at = answer.indexOf(before) + before.length();
        return answer.substring(at, at + 48);
    }

    static Slice orders(int count) {
        ByteSink text = new ByteSink(64 * count).ascii("[");
        for (int i = 0; i < count; i++) {
            text.ascii(i == 0 ? "" : ",").ascii("{\"id\":").number(i).ascii(",\"status\":\"open\",\"total\":12.50}");
        }
        ByteSink out = new ByteSink(80 * count).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        return out.string(text.ascii("]").slice()).ascii("}]}").slice();
    }
}
