package dev.plimsoll.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.engine.record.ActiveSessions;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.RolloutAssignment;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.tokens.ParallelRunner;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests which results the engine indexes in the background for ranked searches. */
class BackgroundIndexTest {

    private static final ToolCall CALL = ToolCall.of("docs", "read_manual", "ann");
    private static final long LARGE_LIMIT = 1L << 30;

    private final SnapshotStore store =
            SnapshotStore.inMemory(new StoreLimits(LARGE_LIMIT, LARGE_LIMIT, 100), new FakeClock(), new Random(3));
    private final List<Runnable> tasks = new ArrayList<>();
    private final CursorIssuer cursors =
            new CursorIssuer(store, new CursorCodec(KeyRing.of(new byte[32])), StyleRegistry.standard(), null);
    private final CallRecorder recorder = new CallRecorder(
            GuardListener.none(), new ActiveSessions(SessionLedger.inMemory(store::now), new RepeatDetector()));

    private SnapshotRepository repository(long maxBytes) {
        return new SnapshotRepository(store, maxBytes, task -> {}, ParallelRunner.SEQUENTIAL);
    }

    private FinishedCall guard(SnapshotRepository snapshots, Policy policy, RawResult result) {
        Policies policies = resolved(policy);
        RolloutAssignment assignment = RolloutAssignment.of(policies, CALL, StyleRegistry.standard());
        HeavyWorkRunner heavyWorkRunner = new HeavyWorkRunner(HeavyWork.INLINE, tasks::add, DocumentReader.NONE);
        return new ResultGuard(snapshots, cursors, recorder, heavyWorkRunner)
                .guard(recorder.begin(CALL, policies, assignment, result.bytes()), ReceivedResult.of(result));
    }

    private static View searchView() {
        return View.forFirstAnswer(searchPolicy(), new Budget(4_000, 100_000)).withSearch(Mode.SEARCH, "pump oil");
    }

    private static Policies resolved(Policy policy) {
        return StyleRegistry.standard().resolve(Policies.of(policy));
    }

    private static Policy searchPolicy() {
        return Policy.defaults().with(Policy.SEARCH, true);
    }

    private static RawResult lines(int count) {
        return RawResult.of(Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\""
                + "The pump needs new oil.\\n\\n".repeat(count) + "\"}]}"));
    }

    @Test
    void indexesALargeResultOnce() {
        SnapshotRepository snapshots = repository(LARGE_LIMIT);
        FinishedCall finished = guard(snapshots, searchPolicy(), lines(60_000));
        assertThat(finished.outcome().result().utf8()).contains("nextCursor");
        assertThat(tasks).hasSize(1);
        long bytesBefore = snapshots.openBytes();
        tasks.forEach(Runnable::run);
        long bytesWithIndex = snapshots.openBytes();
        assertThat(bytesWithIndex).isGreaterThan(bytesBefore + 50_000);
        tasks.forEach(Runnable::run);
        assertThat(snapshots.openBytes()).isEqualTo(bytesWithIndex);
    }

    @Test
    void searchUsesTheIndexBuiltInTheBackground() {
        SnapshotRepository snapshots = repository(LARGE_LIMIT);
        String first = guard(snapshots, searchPolicy(), lines(60_000))
                .outcome()
                .result()
                .utf8();
        tasks.forEach(Runnable::run);
        long bytesWithIndex = snapshots.openBytes();
        String cursor = first.replaceAll("(?s).*nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]+).*", "$1");
        Slice search = Slice.of("{\"search\":\"pump oil\",\"cursor\":\"" + cursor + "\"}");
        String found = new FollowUpReader(snapshots, cursors, recorder, HeavyWorkRunner.INLINE)
                .read(recorder.beginRead(CALL, resolved(searchPolicy()), search), CALL, search)
                .outcome()
                .result()
                .utf8();
        assertThat(found).contains("Passages 1-");
        assertThat(snapshots.openBytes()).isEqualTo(bytesWithIndex);
        IndexedResult content =
                cursors.resolve(snapshots, cursor, CALL).openSnapshot().content();
        // a result has only one index in memory: a search that built another one would have replaced this one
        assertThat(content.getOrComputePassages(
                        Objects.requireNonNull(content.target(JsonPointer.root(), searchView())), () -> {
                            throw new AssertionError("the index from the background was replaced");
                        }))
                .isNotNull();
    }

    @Test
    void indexesOnlyLargeResultsOfToolsWithSearch() {
        guard(repository(LARGE_LIMIT), Policy.defaults(), lines(60_000));
        guard(repository(LARGE_LIMIT), searchPolicy(), lines(1_000));
        assertThat(tasks).isEmpty();
    }

    /** Checks that a task that waited too long does not read a result from the store again. */
    @Test
    void indexesNoResultThatIsNoLongerOpen() {
        SnapshotRepository snapshotsWithManyResults = repository(LARGE_LIMIT);
        guard(snapshotsWithManyResults, searchPolicy(), lines(60_000));
        for (int i = 0; i < 64; i++) {
            guard(snapshotsWithManyResults, Policy.defaults(), lines(2_000 + i));
        }
        long bytesBefore = snapshotsWithManyResults.openBytes();
        tasks.forEach(Runnable::run);
        assertThat(tasks).hasSize(1);
        assertThat(snapshotsWithManyResults.openBytes()).isEqualTo(bytesBefore);
    }
}
