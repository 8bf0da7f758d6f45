package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.kind.Kind;
import dev.plimsoll.kind.Kinds;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Guards one payload as the gateway would guard a tool's result, reads on as asked, and reports it all. */
public final class Trial {

    /** Arguments that leave the place where it is. */
    private static final Set<String> GOING_ON = Set.of("fields", "page_size", "max_tokens");

    private final Payload payload;
    private final TrialOptions options;
    private final Progress progress;
    private final ToolResult result;
    private final Document document;
    private final @Nullable TextRecords records;

    private Trial(Payload payload, TrialOptions options, Progress progress, ToolResult result) {
        this.payload = payload;
        this.options = options;
        this.progress = progress;
        this.result = result;
        this.document = Document.of(result);
        this.records = result.error() ? null : TextRecords.in(document);
    }

    public static Report run(Payload payload, TrialOptions options, Progress progress) throws TrialException {
        ToolResult result = ToolResult.of(payload.result());
        if (result == null) {
            throw new IllegalStateException("the intake gave no result object");
        }
        return new Trial(payload, options, progress, result).report();
    }

    private Report report() throws TrialException {
        progress.step("shaping");
        Rig rig = new Rig(payload, options);
        Report.Answer first = rig.first();
        List<Report.Reading> readings = new ArrayList<>();
        for (Map<String, String> asked : options.readings()) {
            progress.step("reading on");
            readings.add(reading(rig, first, asked));
        }
        Walk walk = options.walk() ? new Walker(rig, result, document, records, progress).walk(first) : null;
        return new Report(payload, options, before(), first, readings, walk);
    }

    /**
     * The same, and then one reading after the other, as a client would that goes from call to call.
     *
     * @param steps arguments of readings by their names on the wire, the cursor among them; the last is reported
     */
    public static Report retrace(
            Payload payload, TrialOptions options, Progress progress, List<Map<String, String>> steps)
            throws TrialException {
        ToolResult result = ToolResult.of(payload.result());
        if (result == null) {
            throw new IllegalStateException("the intake gave no result object");
        }
        Trial trial = new Trial(payload, options, progress, result);
        Rig rig = new Rig(payload, options);
        Report.Answer first = rig.first();
        List<Report.Reading> last = List.of();
        for (Map<String, String> step : steps) {
            Map<String, String> arguments = new LinkedHashMap<>(step);
            String cursor = arguments.remove("cursor");
            last = List.of(new Report.Reading(cursor != null, arguments, rig.read(cursor, arguments)));
        }
        return new Report(payload, options, trial.before(), first, last, null);
    }

    private static @Nullable String cursorOf(Report.Answer answer) {
        String next = answer.anatomy().text("nextCursor");
        return next == null ? answer.anatomy().text("cursor") : next;
    }

    private Report.Reading reading(Rig rig, Report.Answer first, Map<String, String> asked) throws TrialException {
        String own = options.cursor();
        String cursor = own == null ? cursorOf(first) : own;
        Map<String, String> arguments = own == null && cursor != null ? fromTheStart(asked) : asked;
        return new Report.Reading(cursor != null, arguments, rig.read(cursor, arguments));
    }

    /** With no more than other bounds a cursor goes on behind its answer; who tries options wants to see the start. */
    private static Map<String, String> fromTheStart(Map<String, String> asked) {
        if (!GOING_ON.containsAll(asked.keySet())) {
            return asked;
        }
        Map<String, String> arguments = new LinkedHashMap<>(asked);
        arguments.put("page", "1");
        return arguments;
    }

    private Report.Before before() {
        progress.step("counting tokens");
        Slice text = document.bytes();
        Portrait portrait = Portrait.of(result, document, records);
        return new Report.Before(
                Utf8.codePoints(text),
                tokens(Estimator.BPE),
                tokens(options.policy().get(Policy.ESTIMATOR)),
                kind(),
                portrait.items(),
                portrait.lines(),
                portrait.toString());
    }

    private String kind() {
        Kind kind = document.json() ? Kind.JSON : Kinds.of(document.bytes());
        boolean almost = payload.almostJson() || (kind == Kind.JSON && !document.json());
        return almost ? "almost_json" : kind.name().toLowerCase(Locale.ROOT);
    }

    private long tokens(Estimator estimator) {
        boolean sum = options.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return Tokens.of(result, estimator, sum);
    }
}
