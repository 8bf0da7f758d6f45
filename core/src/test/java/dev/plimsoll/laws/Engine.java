package dev.plimsoll.laws;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** An engine with its own store and one caller. An observer receives every answer. */
final class Engine {

    static final int[] BUDGETS = {300, 1_000, 4_000};
    static final List<ClientFeatures> CLIENTS =
            List.of(ClientFeatures.old(), ClientFeatures.current(), ClientFeatures.modern());
    private static final StoreLimits LARGE_LIMITS = new StoreLimits(1L << 30, 1L << 30, 10_000);

    final FakeClock clock;
    final ToolCall call;
    private final Plimsoll plimsoll;
    private Consumer<Answered> observer = answered -> {};

    private Engine(FakeClock clock, Plimsoll plimsoll, ToolCall call) {
        this.clock = clock;
        this.plimsoll = plimsoll;
        this.call = call;
    }

    static Engine of(int budget, ClientFeatures clientFeatures) {
        return of(policy(budget), clientFeatures);
    }

    static Engine of(Policy policy, ClientFeatures clientFeatures) {
        FakeClock clock = new FakeClock();
        return of(policy, clientFeatures, SnapshotStore.inMemory(LARGE_LIMITS, clock, new Random(7)), clock);
    }

    static Engine of(Policy policy, ClientFeatures clientFeatures, SnapshotStore store, FakeClock clock) {
        return of(new Policies(policy, List.of()), clientFeatures, store, clock);
    }

    static Engine of(Policies policies, ClientFeatures clientFeatures) {
        FakeClock clock = new FakeClock();
        return of(policies, clientFeatures, SnapshotStore.inMemory(LARGE_LIMITS, clock, new Random(7)), clock);
    }

    private static Engine of(Policies policies, ClientFeatures clientFeatures, SnapshotStore store, FakeClock clock) {
        KeyRing keys = KeyRing.of(new byte[32]);
        Plimsoll plimsoll =
                Plimsoll.builder().store(store).keys(keys).policies(policies).build();
        return new Engine(
                clock, plimsoll, ToolCall.of("server", "list_things", "caller").withClient(clientFeatures));
    }

    static Policy policy(int budget) {
        return Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget);
    }

    /** Creates a view of this engine for another caller. */
    Engine as(ToolCall other) {
        return new Engine(clock, plimsoll, other);
    }

    Engine withObserver(Consumer<Answered> newObserver) {
        observer = newObserver;
        return this;
    }

    Plimsoll plimsoll() {
        return plimsoll;
    }

    Answered guard(byte[] result) {
        return answered(plimsoll.guard(call, RawResult.of(Slice.of(result))));
    }

    /** Returns the answer to a call whose arguments contain read arguments, which select a view of the result. */
    Answered guardWithView(byte[] result, String arguments) {
        ToolCall withView = call.withReadArguments(ReadArgumentsParser.parse(Slice.of(arguments)));
        return answered(plimsoll.guard(withView, RawResult.of(Slice.of(result))));
    }

    /** Reads a cursor; {@code more} are further members of the arguments, as JSON text. */
    Answered read(String cursor, String... more) {
        StringBuilder arguments = new StringBuilder("{\"cursor\":\"" + cursor + "\"");
        for (String member : more) {
            arguments.append(',').append(member);
        }
        return readWith(arguments.append('}').toString());
    }

    Answered readPath(String cursor, String path) {
        return read(cursor, "\"path\":" + JsonStrings.of(path));
    }

    Answered readWith(String arguments) {
        return answered(plimsoll.read(call, Slice.of(arguments)));
    }

    private Answered answered(Outcome outcome) {
        Answered answered = new Answered(outcome.result().toByteArray(), outcome.receipt());
        observer.accept(answered);
        return answered;
    }
}
