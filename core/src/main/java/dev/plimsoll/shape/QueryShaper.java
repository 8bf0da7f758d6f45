package dev.plimsoll.shape;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.telemetry.Outcome;
import org.jspecify.annotations.Nullable;

/** What a query gives: all of it where it fits, else pages of its outputs, or of the one long output there is. */
final class QueryShaper {

    /** What a header and the cursors in it take of a page, more or less. */
    private static final int HEADER_TOKENS = 250;

    private static final int HEADER_BYTES = 1000;

    private final Task task;
    private final Content content;
    private final QueryOutputs outputs;

    QueryShaper(Task task, Content content) {
        this.task = task;
        this.content = content;
        this.outputs = content.outputs(task.target(), task.view().sought(), this::run);
    }

    private QueryOutputs run() {
        Target target = task.target();
        Policy policy = task.policy();
        QueryLimits limits = new QueryLimits(
                policy.get(Policy.QUERY_TIME_MS),
                policy.get(Policy.QUERY_STEPS),
                policy.get(Policy.QUERY_MEMORY),
                policy.get(Policy.QUERY_OUTPUT));
        QueryInput input =
                new QueryInput(target.bytes(), !target.json(), task.about().takenAt());
        try {
            return Query.parse(task.view().sought()).run(input, limits);
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_INVALID ? explained(refused) : refused;
        }
    }

    /** The same with what the query looked at, and what that was read from. */
    private RefusedException explained(RefusedException refused) {
        Target target = task.target();
        TextRecords data = target.records();
        if (target.json()) {
            refused.detail("input", ". is " + DataPhrase.ofInput(target.bytes()));
            return data == null ? refused : refused.detail("document", content.phrase(data));
        }
        int lines = content.lines(target.bytes()).count();
        return refused.detail("input", ". is " + DataPhrase.ofLines(lines))
                .detail("document", DataPhrase.ofText(target.bytes(), lines));
    }

    /** All of it and nothing else, for a reader who has a cursor already; null when that does not fit one page. */
    @Nullable Shaped whole() {
        if (outputs.count() > task.view().pageSize()
                || outputs.bytes() > task.budget().bytes()) {
            return null;
        }
        Draft main = task.draft().ascii("{");
        if (task.about().hasRemark()) {
            int count = outputs.count();
            Telling.Span all = new Telling.Span(Math.min(1, count), count, count, false, 0, false);
            Header header = new Header(false).notice(Notices.results(task.about(), "results", all));
            header.upstream(task.about()).writeTo(main);
            main.ascii(",");
        }
        main.ascii("\"results\":[");
        for (int i = 0; i < outputs.count(); i++) {
            main.ascii(i == 0 ? "" : ",").json(outputs.get(i));
        }
        main.ascii("]}");
        boolean fits = task.budget().holds(main.tokens(), main.bytes());
        return fits ? new Shaped(null, main, true, null, Outcome.PAGINATED, false, null, null) : null;
    }

    Cutter cutter() {
        Slice only = outputs.count() == 1 ? outputs.get(0) : null;
        if (only == null || fits(only)) {
            return new PageShaper(task, new ResultItems(outputs), frame("", ""), content.bounds());
        }
        JsonType type = Json.type(only);
        if (type == JsonType.ARRAY) {
            Items items = new OutputItems(content.items(only, JsonPointer.root()));
            return new PageShaper(task, items, frame("[", "]"), content.bounds());
        }
        if (type == JsonType.OBJECT) {
            Items members = new OutputItems(content.members(only, JsonPointer.root()));
            return new PageShaper(task, members, frame("[", "]"), content.bounds());
        }
        Slice text = type == JsonType.STRING ? Slice.of(JsonText.unescape(Json.stringInside(only))) : only;
        return new ChunkShaper(task, text, LineIndex.of(text), frame("[", "]"), content);
    }

    private Frame frame(String open, String close) {
        return new ResultFrame(task.target().pointer(), open, close);
    }

    private boolean fits(Slice output) {
        Budget room = task.budget().less(HEADER_TOKENS, HEADER_BYTES);
        return !Json.exceeds(output, room.bytes()) && task.counter().count(output) <= room.tokens();
    }
}
