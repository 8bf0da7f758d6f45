package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers to one payload, as a client gets them. Clock, keys, and random numbers are fixed, so equal calls get equal answers, and each
 * answer is computed only once.
 */
public final class AnswerSource {

    private static final StoreLimits LIMITS = new StoreLimits(1L << 30, 1L << 30, 1_000);
    private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

    private final Plimsoll engine;
    private final ToolCall call;
    private final TaskPayload payload;
    private final Map<String, ReadAnswer> answersByArguments = new HashMap<>();
    private @Nullable ReadAnswer firstAnswer;

    public AnswerSource(TaskPayload payload, Policy policy) {
        this.payload = payload;
        this.engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(LIMITS, () -> NOW, new Random(1)))
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
        this.call = ToolCall.of("bench", payload.tool(), "caller");
    }

    TaskPayload payload() {
        return payload;
    }

    /** Returns the answer to the call of the tool. */
    ReadAnswer firstAnswer() {
        if (firstAnswer == null) {
            firstAnswer = ReadAnswer.of(
                    engine.guard(call, RawResult.of(payload.result())).result());
        }
        return firstAnswer;
    }

    /** Returns the answer to a follow-up read with these arguments. */
    ReadAnswer read(ObjectNode arguments) {
        return answersByArguments.computeIfAbsent(
                arguments.toString(),
                json -> ReadAnswer.of(engine.read(call, Slice.of(json)).result()));
    }

    /** Returns whether the tool for follow-up reads has this argument. */
    boolean hasReadArgument(String argument) {
        return JsonValues.parse(ReadTool.entry(ClientFeatures.current()).utf8())
                .at("/inputSchema/properties")
                .has(argument);
    }
}
