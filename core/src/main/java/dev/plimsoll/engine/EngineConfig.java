package dev.plimsoll.engine;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.tokens.ParallelRunner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parts of an engine.
 *
 * @param styles the styles that policies can name
 * @param policies the policies of calls that carry none
 * @param ledger counts the tokens of sessions
 * @param prefetcher prefetches rows of page sources; it may drop tasks
 * @param parallelRunner counts the tokens of long texts
 * @param heavyWork runs answers that need much processor time
 * @param searchIndexer runs tasks that build indexes for ranked searches in the background; it may drop them
 * @param sqlEngine runs statements on results; null if the host has no engine
 * @param documentReader reads documents that are not text
 */
public record EngineConfig(
        SnapshotStore store,
        CursorCodec codec,
        StyleRegistry styles,
        Policies policies,
        GuardListener listener,
        SessionLedger ledger,
        Consumer<Runnable> prefetcher,
        ParallelRunner parallelRunner,
        HeavyWork heavyWork,
        Consumer<Runnable> searchIndexer,
        @Nullable SqlEngine sqlEngine,
        DocumentReader documentReader) {}
