package dev.plimsoll.docs;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.Instant;
import java.util.Random;

/** A deterministic engine with one call, for examples. */
record ExampleEngine(Plimsoll engine, ToolCall call) {

    private static final Instant NOW = Instant.parse("2026-01-15T09:30:00Z");
    private static final byte[] KEY = new byte[32];

    static ExampleEngine of(String tool, Policy policy) {
        StoreLimits storeLimits = new StoreLimits(1 << 26, 1 << 26, 1000);
        SnapshotStore store = SnapshotStore.inMemory(storeLimits, () -> NOW, new Random(7));
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(KEY))
                .policy(policy)
                .build();
        return new ExampleEngine(engine, ToolCall.of("shop", tool, "ada"));
    }

    static ExampleEngine of(String tool, int budget) {
        return of(tool, Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget));
    }

    ExampleEngine client(ClientFeatures clientFeatures) {
        return new ExampleEngine(engine, call.withClient(clientFeatures));
    }

    /** Returns the answer for a client to this result. */
    ClientResult guard(String result) {
        return new ClientResult(
                engine.guard(call, RawResult.of(Slice.of(result))).result());
    }

    /** Returns the answer for a client to a result with only this text. */
    ClientResult text(String text) {
        return guard("{\"content\":[" + block(text) + "]}");
    }

    /** Returns the answer of {@code plimsoll_read}; {@code $} stands for the cursor. */
    ClientResult read(String cursor, String arguments) {
        return new ClientResult(
                engine.read(call, Slice.of(arguments.replace("$", cursor))).result());
    }

    /** Returns the text of the second page of a result with this text. */
    String secondPage(String text) {
        return read(text(text).cursor(), "{\"cursor\":\"$\"}").text(0);
    }

    static String block(String text) {
        return "{\"type\":\"text\",\"text\":" + Layout.quoted(text) + "}";
    }
}
