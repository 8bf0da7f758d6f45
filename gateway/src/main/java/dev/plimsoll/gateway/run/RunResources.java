package dev.plimsoll.gateway.run;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.upstream.MessageMemory;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory and threads that a session of {@code plimsoll run} shares with other sessions in its process.
 *
 * @param heavyWork runs work on large results
 * @param messageMemory memory for long messages
 * @param programMemory creates the memory for programs
 * @param storeMemory memory for results that are stored in memory; null if only the configuration limits them
 * @param entryCounter receives the telemetry entries of the session
 * @param answerListener receives the answers of the session
 */
public record RunResources(
        HeavyWork heavyWork,
        MessageMemory messageMemory,
        Supplier<FairPool> programMemory,
        @Nullable FairPool storeMemory,
        Consumer<List<TelemetryEntry>> entryCounter,
        AnswerListener answerListener) {

    /** Returns the resources of a session that is the only one in its process. */
    static RunResources ofProcess() {
        return new RunResources(
                HeavyWork.INLINE,
                MessageMemory.HEAP,
                () -> ProgramResources.createMemoryPool(caller -> 1),
                null,
                entries -> {},
                AnswerListener.NONE);
    }
}
