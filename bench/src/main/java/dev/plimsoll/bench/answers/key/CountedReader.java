package dev.plimsoll.bench.answers.key;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.documents.StandardDocumentReader;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.sql.h2.H2SqlEngine;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads the results of tools through an engine, and counts calls and tokens. */
final class CountedReader {

    private static final StoreLimits LIMITS = new StoreLimits(1L << 28, 1L << 28, 1_000);
    private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

    private final Plimsoll engine;
    private final AnswerCounter counter = new AnswerCounter();

    CountedReader(Policy policy) {
        engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(LIMITS, () -> NOW, new Random(1)))
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .sqlEngine(new H2SqlEngine())
                .documentReader(new StandardDocumentReader())
                .build();
    }

    /** Calls a tool without arguments; the tool returns the given result. */
    ReadAnswer call(String tool, Slice result) {
        counter.addCall();
        return counter.addAnswer(
                engine.guard(toolCall(tool), RawResult.of(result)).result());
    }

    /** Makes a follow-up read of the result of a tool. */
    ReadAnswer read(String tool, ObjectNode arguments) {
        counter.addCall(arguments);
        return counter.addAnswer(
                engine.read(toolCall(tool), Slice.of(arguments.toString())).result());
    }

    /** Counts a question as answered right, or not. */
    void addQuestion(boolean isAnsweredRight) {
        counter.addQuestion(isAnsweredRight);
    }

    KeyReport.Measurement measurement() {
        return counter.measurement();
    }

    /** Returns arguments with the cursor of an answer. */
    static ObjectNode cursorArguments(ReadAnswer answer) {
        return JsonMapper.shared().createObjectNode().put("cursor", Objects.requireNonNull(answer.findCursor()));
    }

    /** Returns the tokens that a policy adds to the entry of {@code plimsoll_read} in the listing. */
    static long addedListingTokens(Policy policy) {
        return listingTokens(policy) - listingTokens(Policy.defaults());
    }

    private static long listingTokens(Policy policy) {
        return AnswerCounter.countTokens(ReadTool.entry(ClientFeatures.current(), false, Policies.of(policy))
                .utf8());
    }

    private static ToolCall toolCall(String tool) {
        return ToolCall.of("bench", tool, "caller");
    }
}
