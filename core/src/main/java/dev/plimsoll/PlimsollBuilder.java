package dev.plimsoll;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.engine.CallEngine;
import dev.plimsoll.engine.EngineConfig;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.tokens.ParallelRunner;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds an engine. Every setting has a default. */
public final class PlimsollBuilder {

    private static final StoreLimits DEFAULT_LIMITS = StoreLimits.of(256L << 20);

    private @Nullable SnapshotStore store;
    private @Nullable CursorCodec cursorCodec;
    private StyleRegistry styles = StyleRegistry.standard();
    private Policies policies = Policies.of(Policy.defaults());
    private GuardListener listener = GuardListener.none();
    private @Nullable SessionLedger sessionLedger;
    private Consumer<Runnable> prefetcher = task -> {};
    private ParallelRunner parallelRunner = ParallelRunner.SEQUENTIAL;
    private HeavyWork heavyWork = HeavyWork.INLINE;
    private Consumer<Runnable> searchIndexer = task -> {};
    private @Nullable SqlEngine sqlEngine;
    private DocumentReader documentReader = DocumentReader.installed();

    PlimsollBuilder() {}

    /** Sets the store of the snapshots. Default: 256 MB of memory in this process, 64 MB for one caller. */
    public PlimsollBuilder store(SnapshotStore snapshots) {
        store = Objects.requireNonNull(snapshots, "store");
        return this;
    }

    /**
     * Sets the keys that sign cursors. With the same keys and the same store, cursors survive a restart. Default: a random
     * key.
     */
    public PlimsollBuilder keys(KeyRing ring) {
        return cursorCodec(new CursorCodec(ring));
    }

    /** Sets the codec of the cursors, in place of keys. */
    public PlimsollBuilder cursorCodec(CursorCodec codec) {
        cursorCodec = Objects.requireNonNull(codec, "cursorCodec");
        return this;
    }

    /** Sets the styles that policies can name. Default: the built-in styles. */
    public PlimsollBuilder styles(StyleRegistry styleRegistry) {
        styles = Objects.requireNonNull(styleRegistry, "styles");
        return this;
    }

    /** Sets the policies of calls that carry none. Default: the default policy for all tools. */
    public PlimsollBuilder policies(Policies toolPolicies) {
        policies = Objects.requireNonNull(toolPolicies, "policies");
        return this;
    }

    /** Sets one policy for all tools. */
    public PlimsollBuilder policy(Policy policy) {
        return policies(Policies.of(policy));
    }

    /** Sets the listener that is notified of every result and every follow-up read. */
    public PlimsollBuilder listener(GuardListener guardListener) {
        listener = Objects.requireNonNull(guardListener, "listener");
        return this;
    }

    /** Sets the ledger that counts the tokens of sessions. Default: one in memory. */
    public PlimsollBuilder sessionLedger(SessionLedger ledger) {
        sessionLedger = Objects.requireNonNull(ledger, "sessionLedger");
        return this;
    }

    /** Sets the worker that prefetches rows of page sources; it may drop tasks. Default: no rows are prefetched. */
    public PlimsollBuilder prefetcher(Consumer<Runnable> worker) {
        prefetcher = Objects.requireNonNull(worker, "prefetcher");
        return this;
    }

    /** Sets the runner that counts the tokens of long texts. Default: the calling thread counts. */
    public PlimsollBuilder parallelRunner(ParallelRunner runner) {
        parallelRunner = Objects.requireNonNull(runner, "parallelRunner");
        return this;
    }

    /**
     * Sets the executor of work that needs much processor time, such as queries. Default: the calling thread. A host with
     * many callers can queue this work, so that no caller waits for another one.
     */
    public PlimsollBuilder heavyWork(HeavyWork work) {
        heavyWork = Objects.requireNonNull(work, "heavyWork");
        return this;
    }

    /**
     * Sets the worker that builds the indexes of large results for policies with {@code search: true}; it may drop tasks. Default: the
     * first search of a result builds its index.
     */
    public PlimsollBuilder searchIndexer(Consumer<Runnable> worker) {
        searchIndexer = Objects.requireNonNull(worker, "searchIndexer");
        return this;
    }

    /**
     * Sets the engine for SELECT statements on results, for policies with {@code sql: true}. Default: none. The module
     * {@code plimsoll-sql} contains an engine.
     */
    public PlimsollBuilder sqlEngine(SqlEngine sql) {
        sqlEngine = Objects.requireNonNull(sql, "sqlEngine");
        return this;
    }

    /**
     * Sets the reader of documents that are not text, for policies with {@code documents: true}. Default: the reader in the
     * module {@code plimsoll-documents} if it is on the class path.
     */
    public PlimsollBuilder documentReader(DocumentReader reader) {
        documentReader = Objects.requireNonNull(reader, "documentReader");
        return this;
    }

    /** Builds the engine. Throws IllegalArgumentException if a policy names an unknown style. */
    public Plimsoll build() {
        SecureRandom random = new SecureRandom();
        SnapshotStore snapshots =
                store == null ? SnapshotStore.inMemory(DEFAULT_LIMITS, InstantSource.system(), random) : store;
        CursorCodec codec = cursorCodec == null ? new CursorCodec(KeyRing.random(random)) : cursorCodec;
        SessionLedger ledger = sessionLedger == null ? SessionLedger.inMemory(snapshots::now) : sessionLedger;
        return new Plimsoll(new CallEngine(new EngineConfig(
                snapshots,
                codec,
                styles,
                policies,
                listener,
                ledger,
                prefetcher,
                parallelRunner,
                heavyWork,
                searchIndexer,
                sqlEngine,
                documentReader)));
    }
}
