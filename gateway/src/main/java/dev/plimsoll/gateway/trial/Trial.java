package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Guards one payload like the result of a tool, performs the requested follow-up reads, and reports everything. */
public final class Trial {

    /** Arguments that do not move the position. */
    private static final Set<String> GOING_ON = Set.of("fields", "page_size", "max_tokens");

    private final TrialPayload trialPayload;
    private final TrialOptions options;
    private final TrialProgress trialProgress;
    private final ToolResult result;
    private final Document document;
    private final @Nullable TextRecords records;

    private Trial(TrialPayload trialPayload, TrialOptions options, TrialProgress trialProgress, ToolResult result) {
        this.trialPayload = trialPayload;
        this.options = options;
        this.trialProgress = trialProgress;
        this.result = result;
        this.document = Document.of(result);
        this.records = result.error() ? null : TextRecords.in(document);
    }

    public static TrialReport run(TrialPayload trialPayload, TrialOptions options, TrialProgress trialProgress)
            throws TrialException {
        ToolResult result = ToolResult.of(trialPayload.result());
        if (result == null) {
            throw new IllegalStateException("the payload has no result object");
        }
        return new Trial(trialPayload, options, trialProgress, result).report();
    }

    private TrialReport report() throws TrialException {
        trialProgress.step("shaping");
        TrialEngine trialEngine = new TrialEngine(trialPayload, options);
        TrialReport.Answer first = trialEngine.first();
        List<TrialReport.Reading> readings = new ArrayList<>();
        for (Map<String, String> arguments : options.readings()) {
            trialProgress.step("reading further");
            readings.add(reading(trialEngine, first, arguments));
        }
        ReadThrough readThrough = options.walk()
                ? new ReadThroughRunner(trialEngine, result, document, records, trialProgress).walk(first)
                : null;
        return new TrialReport(trialPayload, options, before(), first, readings, readThrough);
    }

    /**
     * Runs a trial with follow-up reads one after the other, like a client that continues from call to call.
     *
     * @param steps arguments of the follow-up reads by their protocol names, including the cursor; only the last one is
     *     reported
     */
    public static TrialReport retrace(
            TrialPayload trialPayload,
            TrialOptions options,
            TrialProgress trialProgress,
            List<Map<String, String>> steps)
            throws TrialException {
        ToolResult result = ToolResult.of(trialPayload.result());
        if (result == null) {
            throw new IllegalStateException("the payload has no result object");
        }
        Trial trial = new Trial(trialPayload, options, trialProgress, result);
        TrialEngine trialEngine = new TrialEngine(trialPayload, options);
        TrialReport.Answer first = trialEngine.first();
        List<TrialReport.Reading> last = List.of();
        for (Map<String, String> step : steps) {
            Map<String, String> arguments = new LinkedHashMap<>(step);
            String cursor = arguments.remove("cursor");
            last = List.of(new TrialReport.Reading(cursor != null, arguments, trialEngine.read(cursor, arguments)));
        }
        return new TrialReport(trialPayload, options, trial.before(), first, last, null);
    }

    private static @Nullable String cursorOf(TrialReport.Answer answer) {
        String next = answer.anatomy().text("nextCursor");
        return next == null ? answer.anatomy().text("cursor") : next;
    }

    private TrialReport.Reading reading(TrialEngine trialEngine, TrialReport.Answer first, Map<String, String> requested)
            throws TrialException {
        String requestedCursor = options.cursor();
        String cursor = requestedCursor == null ? cursorOf(first) : requestedCursor;
        Map<String, String> arguments = requestedCursor == null && cursor != null ? fromTheStart(requested) : requested;
        return new TrialReport.Reading(cursor != null, arguments, trialEngine.read(cursor, arguments));
    }

    /**
     * Adds {@code page: 1} if only limits are given: otherwise the cursor would continue after its answer, but a user
     * who tries options wants to see the start.
     */
    private static Map<String, String> fromTheStart(Map<String, String> requested) {
        if (!GOING_ON.containsAll(requested.keySet())) {
            return requested;
        }
        Map<String, String> arguments = new LinkedHashMap<>(requested);
        arguments.put("page", "1");
        return arguments;
    }

    private TrialReport.Before before() {
        trialProgress.step("counting tokens");
        Slice text = document.bytes();
        DocumentPortrait documentPortrait = DocumentPortrait.of(result, document, records);
        return new TrialReport.Before(
                Utf8.codePoints(text),
                tokens(Estimator.BPE),
                tokens(options.policy().get(Policy.ESTIMATOR)),
                kind(),
                documentPortrait.items(),
                documentPortrait.lines(),
                documentPortrait.toString());
    }

    private String kind() {
        TextType textType = document.json() ? TextType.JSON : TextTypes.of(document.bytes());
        boolean isAlmostJson = trialPayload.almostJson() || (textType == TextType.JSON && !document.json());
        return isAlmostJson ? "almost_json" : textType.name().toLowerCase(Locale.ROOT);
    }

    private long tokens(Estimator estimator) {
        boolean sumCopies = options.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return TrialTokens.of(result, estimator, sumCopies);
    }
}
