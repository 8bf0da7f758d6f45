package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import dev.plimsoll.tokens.Estimator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Guards one payload like the result of a tool, performs the requested follow-up reads, and reports everything. */
public final class Trial {

    /** Arguments of a read that do not determine where the page begins. */
    private static final Set<String> POSITION_NEUTRAL_ARGUMENTS = Set.of("fields", "page_size", "max_tokens");

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
        this.records = result.isError() ? null : TextRecords.find(document);
    }

    public static TrialReport run(TrialPayload trialPayload, TrialOptions options, TrialProgress trialProgress)
            throws TrialException {
        ToolResult result = ToolResult.parse(trialPayload.result());
        if (result == null) {
            throw new IllegalStateException("the payload has no result object");
        }
        return new Trial(trialPayload, options, trialProgress, result).report();
    }

    private TrialReport report() throws TrialException {
        trialProgress.showStep("shaping");
        TrialEngine trialEngine = new TrialEngine(trialPayload, options);
        TrialReport.Answer first = trialEngine.firstAnswer();
        List<TrialReport.FollowUpRead> followUpReads = new ArrayList<>();
        for (Map<String, String> arguments : options.requestedReads()) {
            trialProgress.showStep("running a follow-up read");
            followUpReads.add(read(trialEngine, first, arguments));
        }
        FullRead fullRead = options.isFullRead()
                ? new FullReadRunner(trialEngine, result, document, records, trialProgress).run(first)
                : null;
        return new TrialReport(trialPayload, options, describePayload(), first, followUpReads, fullRead);
    }

    /**
     * Runs a trial with several follow-up reads, each with its own cursor, like a client that continues from answer
     * to answer. Only the last read is reported.
     *
     * @param steps arguments of each follow-up read by their protocol names, including the cursor
     */
    public static TrialReport replay(
            TrialPayload trialPayload,
            TrialOptions options,
            TrialProgress trialProgress,
            List<Map<String, String>> steps)
            throws TrialException {
        ToolResult result = ToolResult.parse(trialPayload.result());
        if (result == null) {
            throw new IllegalStateException("the payload has no result object");
        }
        Trial trial = new Trial(trialPayload, options, trialProgress, result);
        TrialEngine trialEngine = new TrialEngine(trialPayload, options);
        TrialReport.Answer first = trialEngine.firstAnswer();
        List<TrialReport.FollowUpRead> lastRead = List.of();
        for (Map<String, String> step : steps) {
            Map<String, String> arguments = new LinkedHashMap<>(step);
            String cursor = arguments.remove("cursor");
            lastRead = List.of(
                    new TrialReport.FollowUpRead(cursor != null, arguments, trialEngine.read(cursor, arguments)));
        }
        return new TrialReport(trialPayload, options, trial.describePayload(), first, lastRead, null);
    }

    /** Returns the cursor for follow-up reads of an answer; null if it has none. */
    private static @Nullable String cursorOf(TrialReport.Answer answer) {
        String next = answer.parsed().findText("nextCursor");
        return next == null ? answer.parsed().findText("cursor") : next;
    }

    private TrialReport.FollowUpRead read(
            TrialEngine trialEngine, TrialReport.Answer first, Map<String, String> requested) throws TrialException {
        String requestedCursor = options.cursor();
        String cursor = requestedCursor == null ? cursorOf(first) : requestedCursor;
        Map<String, String> arguments =
                requestedCursor == null && cursor != null ? withFirstPage(requested) : requested;
        return new TrialReport.FollowUpRead(cursor != null, arguments, trialEngine.read(cursor, arguments));
    }

    /**
     * Adds {@code page: 1}, unless the arguments determine where the page begins. Without it, the read would
     * continue after the first answer, but a user who tries options wants to see the beginning.
     */
    private static Map<String, String> withFirstPage(Map<String, String> requested) {
        if (!POSITION_NEUTRAL_ARGUMENTS.containsAll(requested.keySet())) {
            return requested;
        }
        Map<String, String> arguments = new LinkedHashMap<>(requested);
        arguments.put("page", "1");
        return arguments;
    }

    private TrialReport.PayloadFacts describePayload() {
        trialProgress.showStep("counting tokens");
        Slice text = document.bytes();
        DocumentDescription documentDescription = DocumentDescription.of(result, document, records);
        return new TrialReport.PayloadFacts(
                Utf8.codePoints(text),
                countTokens(Estimator.BPE),
                countTokens(options.policy().get(Policy.ESTIMATOR)),
                textTypeName(),
                documentDescription.items(),
                documentDescription.lines(),
                documentDescription.toString());
    }

    private String textTypeName() {
        TextType textType = document.isJson() ? TextType.JSON : TextTypes.detect(document.bytes());
        if (!document.isJson() && DataPhrase.canHaveFiles(textType) && DataPhrase.countFiles(document.bytes()) > 0) {
            return "files";
        }
        boolean isAlmostJson = trialPayload.isAlmostJson() || (textType == TextType.JSON && !document.isJson());
        return isAlmostJson ? "almost_json" : textType.name().toLowerCase(Locale.ROOT);
    }

    private long countTokens(Estimator estimator) {
        boolean isSumOfCopies = options.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return TrialTokens.count(result, estimator, isSumOfCopies);
    }
}
