package dev.plimsoll.shape.result;

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
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.TextCutter;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.OutputItems;
import dev.plimsoll.shape.item.ResultItems;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.page.PageShaper;
import dev.plimsoll.shape.page.ResultFrame;
import dev.plimsoll.shape.text.ChunkShaper;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * Shapes the outputs of a query: all of them if they fit, otherwise pages of the outputs, or of the only, long output.
 */
final class QueryShaper {

    /** Approximate cost of a header with its cursors. */
    private static final int HEADER_TOKENS = 250;

    private static final int HEADER_BYTES = 1000;

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final QueryOutputs outputs;

    QueryShaper(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.outputs =
                indexedResult.outputs(shapeTask.target(), shapeTask.view().searchText(), this::run);
    }

    private QueryOutputs run() {
        DocumentPart documentPart = shapeTask.target();
        Policy policy = shapeTask.policy();
        QueryLimits limits = new QueryLimits(
                policy.get(Policy.QUERY_TIME_MS),
                policy.get(Policy.QUERY_STEPS),
                policy.get(Policy.QUERY_MEMORY),
                policy.get(Policy.QUERY_OUTPUT));
        QueryInput input = new QueryInput(
                documentPart.bytes(), !documentPart.json(), shapeTask.facts().takenAt());
        try {
            return Query.parse(shapeTask.view().searchText()).run(input, limits);
        } catch (RefusedException refused) {
            throw refused.code() == ErrorCode.QUERY_INVALID ? withInputType(refused) : refused;
        }
    }

    /** Adds the type of the query's input, and of the document it was read from, to a refusal. */
    private RefusedException withInputType(RefusedException refused) {
        DocumentPart documentPart = shapeTask.target();
        TextRecords data = documentPart.records();
        if (documentPart.json()) {
            refused.detail("input", ". is " + DataPhrase.ofInput(documentPart.bytes()));
            return data == null ? refused : refused.detail("document", indexedResult.phrase(data));
        }
        int lines = indexedResult.lines(documentPart.bytes()).count();
        return refused.detail("input", ". is " + DataPhrase.ofLines(lines))
                .detail("document", DataPhrase.ofText(documentPart.bytes(), lines));
    }

    /** Returns only the outputs, for a caller who already has a cursor; null if they do not fit one page. */
    @Nullable ShapedText shapeWhole() {
        if (outputs.count() > shapeTask.view().pageSize()
                || outputs.bytes() > shapeTask.budget().bytes()) {
            return null;
        }
        AnswerDraft main = shapeTask.draft().ascii("{");
        if (shapeTask.facts().hasRemark()) {
            int count = outputs.count();
            PageHeader.Span all = new PageHeader.Span(Math.min(1, count), count, count, false, 0, false);
            AnswerHeader answerHeader =
                    new AnswerHeader(false).notice(Notices.results(shapeTask.facts(), "results", all));
            answerHeader.upstream(shapeTask.facts()).writeTo(main);
            main.ascii(",");
        }
        main.ascii("\"results\":[");
        for (int i = 0; i < outputs.count(); i++) {
            main.ascii(i == 0 ? "" : ",").json(outputs.get(i));
        }
        main.ascii("]}");
        boolean fits = shapeTask.budget().allows(main.tokens(), main.bytes());
        return fits ? new ShapedText(null, main, true, null, OutcomeKind.PAGINATED, false, null, null) : null;
    }

    TextCutter cutter() {
        Slice onlyOutput = outputs.count() == 1 ? outputs.get(0) : null;
        if (onlyOutput == null || fits(onlyOutput)) {
            return new PageShaper(shapeTask, new ResultItems(outputs), resultFrame("", ""), indexedResult);
        }
        JsonType type = Json.type(onlyOutput);
        if (type == JsonType.ARRAY) {
            ItemSequence itemSequence = new OutputItems(indexedResult.items(onlyOutput, JsonPointer.root()));
            return new PageShaper(shapeTask, itemSequence, resultFrame("[", "]"), indexedResult);
        }
        if (type == JsonType.OBJECT) {
            ItemSequence members = new OutputItems(indexedResult.members(onlyOutput, JsonPointer.root()));
            return new PageShaper(shapeTask, members, resultFrame("[", "]"), indexedResult);
        }
        Slice text = type == JsonType.STRING ? Slice.of(JsonText.unescape(Json.stringInside(onlyOutput))) : onlyOutput;
        return new ChunkShaper(shapeTask, text, LineIndex.of(text), resultFrame("[", "]"), indexedResult);
    }

    private PageFrame resultFrame(String open, String close) {
        return new ResultFrame(shapeTask.target().pointer(), open, close);
    }

    private boolean fits(Slice output) {
        Budget budget = shapeTask.budget().minus(HEADER_TOKENS, HEADER_BYTES);
        return !Json.exceeds(output, budget.bytes()) && shapeTask.counter().count(output) <= budget.tokens();
    }
}
