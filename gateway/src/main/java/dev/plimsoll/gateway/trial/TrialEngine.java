package dev.plimsoll.gateway.trial;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.ReadArgumentsParser;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Engine for one payload. Its ids and its key are computed from the payload and the options, so that equal trials
 * have the same cursors, and a cursor that one run has printed can be used in the next run.
 */
final class TrialEngine {

    private static final String SERVER = "try";

    /**
     * Clock in whole seconds, because answers contain the time, and fractions of different lengths would
     * change their size.
     */
    private static final InstantSource CLOCK = Clock.tickSeconds(ZoneOffset.UTC);

    private final Plimsoll engine;
    private final ToolCall call;
    private final Slice result;

    TrialEngine(TrialPayload trialPayload, TrialOptions options) {
        byte[] key = deriveKey(trialPayload, options);
        long seed = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            seed = (seed << 8) | (key[i] & 0xFF);
        }
        StoreLimits storeLimits = new StoreLimits(Long.MAX_VALUE / 4, Long.MAX_VALUE / 4, 1_000_000);
        SnapshotStore store = SnapshotStore.inMemory(storeLimits, CLOCK, new SplittableRandom(seed));
        engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(key))
                .policy(options.policy())
                .build();
        call = ToolCall.of(SERVER, options.tool(), SERVER).withClient(options.client());
        result = trialPayload.result();
    }

    private static byte[] deriveKey(TrialPayload trialPayload, TrialOptions options) {
        return Sha256.of(trialPayload.digest(), Slice.of(options.fingerprint()));
    }

    /** Returns the first answer. */
    TrialReport.Answer firstAnswer() {
        return toAnswer(engine.guard(call, RawResult.of(result)));
    }

    /**
     * Returns the answer to a follow-up read.
     *
     * @param cursor the cursor; null if the result passed: then the tool itself is called again with the
     *     arguments
     */
    TrialReport.Answer read(@Nullable String cursor, Map<String, String> arguments) throws TrialException {
        Slice json = argumentsJson(cursor, arguments);
        ReadArguments readArguments;
        try {
            readArguments = ReadArgumentsParser.parse(json);
        } catch (RefusedException refused) {
            throw exceptionFor(TrialRefusal.find(Slice.of(refused.json())));
        }
        Outcome outcome = cursor == null
                ? engine.guard(call.withReadArguments(readArguments), RawResult.of(result))
                : engine.read(call, json);
        OutcomeKind outcomeKind = outcome.receipt().outcome();
        TrialReport.Answer answer = toAnswer(outcome);
        if (outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR) {
            TrialRefusal trialRefusal = findRefusal(answer.parsed());
            if (trialRefusal != null) {
                throw exceptionFor(trialRefusal);
            }
        }
        return answer;
    }

    private static @Nullable TrialRefusal findRefusal(ParsedAnswer parsedAnswer) {
        return parsedAnswer.blocks().size() == 1
                ? TrialRefusal.find(parsedAnswer.blocks().get(0).body())
                : null;
    }

    private static TrialException exceptionFor(@Nullable TrialRefusal trialRefusal) {
        if (trialRefusal == null || trialRefusal.isInternalError()) {
            throw new IllegalStateException("the read failed");
        }
        return trialRefusal.isCursorError()
                ? new TrialException("--cursor: not a cursor of this payload with these options; run without"
                        + " --cursor to get one")
                : new TrialException(trialRefusal.lines());
    }

    private static Slice argumentsJson(@Nullable String cursor, Map<String, String> arguments) {
        JsonWriter json = new JsonWriter().beginObject();
        if (cursor != null) {
            json.string("cursor", cursor);
        }
        arguments.forEach(json::string);
        return json.endObject().slice();
    }

    private static TrialReport.Answer toAnswer(Outcome outcome) {
        ToolResult result = ToolResult.parse(outcome.result());
        long exactTokens = result == null ? 0 : TrialTokens.count(result, Estimator.BPE, false);
        return new TrialReport.Answer(outcome, ParsedAnswer.parse(outcome.result()), exactTokens);
    }
}
