package dev.plimsoll.shape.result;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.query.warning.ServerTruncation;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.NamedItems;
import dev.plimsoll.shape.item.QueryOutputItems;
import dev.plimsoll.shape.item.SingleOutputItems;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.outline.OutlineFunctions;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.page.PageShaper;
import dev.plimsoll.shape.page.ResultFrame;
import dev.plimsoll.shape.text.ChunkShaper;
import dev.plimsoll.sql.SqlQuery;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.QueryText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query: all outputs if they fit; otherwise pages of the outputs or, if there is only
 * one, long output, pages of its contents.
 */
final class QueryShaper {

    /** Approximate cost of a header with its cursors. */
    private static final int HEADER_TOKENS = 250;

    private static final int HEADER_BYTES = 1000;

    /** Variable with the result as the server sent it. */
    private static final String ORIGINAL = "original";

    /** Warnings get at most 1/{@code WARNING_DIVISOR} of the budget. */
    private static final int WARNING_DIVISOR = 6;

    private static final int CHARACTERS_PER_TOKEN = 3;

    private static final Set<Slice> EMPTY = Set.of(Slice.of("null"), Slice.of("[]"), Slice.of("{}"));

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final QueryOutputs outputs;

    QueryShaper(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.outputs = indexedResult.getOrComputeOutputs(
                shapeTask.target(), shapeTask.view().searchText(), this::run);
    }

    private QueryOutputs run() {
        DocumentPart documentPart = shapeTask.target();
        Policy policy = shapeTask.policy();
        QueryLimits limits = new QueryLimits(
                policy.get(Policy.QUERY_TIME_MS),
                policy.get(Policy.QUERY_STEPS),
                policy.get(Policy.QUERY_MEMORY),
                policy.get(Policy.QUERY_OUTPUT));
        Map<String, QueryInput.Source> variables = new HashMap<>();
        shapeTask
                .facts()
                .context()
                .joinedDocuments()
                .forEach((name, document) -> variables.put(name, source(document)));
        QueryText queryText = QueryText.decode(shapeTask.view().searchText());
        queryText.args().forEach((name, value) -> variables.put(name, new QueryInput.Source(value, false)));
        variables.put(ORIGINAL, source(indexedResult.original()));
        Query query = null;
        QueryReadings readings = QueryReadings.of(documentPart, indexedResult, queryText.hasOnlyStatements());
        try {
            query = parse(shapeTask.view().searchText());
            QueryOutputs queryOutputs = run(query, readings.first(), variables, limits);
            if (isEmpty(queryOutputs) && canHideErrors()) {
                QueryOutputs otherOutputs = runOther(query, readings, variables, limits, true);
                if (otherOutputs != null) {
                    return otherOutputs;
                }
            }
            return readings.text() == null ? queryOutputs : ofWrapped(queryOutputs, query, readings, variables, limits);
        } catch (RefusedException refused) {
            if (refused.code() != ErrorCode.QUERY_INVALID) {
                throw refused;
            }
            QueryOutputs otherOutputs = query == null ? null : runOther(query, readings, variables, limits, false);
            if (otherOutputs != null) {
                return otherOutputs;
            }
            throw withInputType(refused, readings.first());
        }
    }

    /** Returns whether the query may hide an error and then find nothing, such as {@code .stdout?} on lines. */
    private boolean canHideErrors() {
        String text = shapeTask.view().searchText();
        return text.contains("?") || text.contains("try");
    }

    /** Returns whether there is no output with a value. */
    private static boolean isEmpty(QueryOutputs queryOutputs) {
        for (int i = 0; i < queryOutputs.count(); i++) {
            if (!EMPTY.contains(queryOutputs.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the outputs over an object around a text. If these outputs have warnings and the outputs over another
     * reading have none, returns the other outputs. Adds a warning if the query may mean the lines of the text.
     */
    private QueryOutputs ofWrapped(
            QueryOutputs wrappedOutputs,
            Query query,
            QueryReadings readings,
            Map<String, QueryInput.Source> variables,
            QueryLimits limits) {
        DocumentPart text = readings.text();
        if (!wrappedOutputs.warnings().isEmpty()) {
            QueryOutputs otherOutputs = runOther(query, readings, variables, limits, false);
            return otherOutputs == null || !otherOutputs.warnings().isEmpty() ? wrappedOutputs : otherOutputs;
        }
        String remark = text == null
                ? ""
                : QueryReadings.remark(
                        text,
                        shapeTask.view().searchText(),
                        indexedResult.lines(text.bytes()).count());
        return remark.isEmpty() ? wrappedOutputs : wrappedOutputs.withWarning(remark);
    }

    /**
     * Returns the outputs over another reading of the same part, so that {@code .rows[7]} works like {@code
     * .[7]}. Prefers outputs without a warning. Returns null if the query works on no other reading.
     *
     * @param isValueRequired whether only outputs with a value and without a warning are wanted
     */
    private @Nullable QueryOutputs runOther(
            Query query,
            QueryReadings readings,
            Map<String, QueryInput.Source> variables,
            QueryLimits limits,
            boolean isValueRequired) {
        QueryOutputs withWarnings = null;
        for (DocumentPart reading : readings.furtherReadings()) {
            try {
                QueryOutputs readingOutputs = run(query, reading, variables, limits);
                boolean isWanted = !isValueRequired || !isEmpty(readingOutputs);
                if (isWanted && readingOutputs.warnings().isEmpty()) {
                    return readingOutputs;
                }
                boolean isKept = !isValueRequired && withWarnings == null && readings.canUseOutputsWithWarnings();
                withWarnings = isKept ? readingOutputs : withWarnings;
            } catch (RefusedException refused) {
                if (refused.code() != ErrorCode.QUERY_INVALID) {
                    throw refused;
                }
            }
        }
        return withWarnings;
    }

    private QueryOutputs run(
            Query query, DocumentPart part, Map<String, QueryInput.Source> variables, QueryLimits limits) {
        SqlQuery sql = new SqlQuery(
                shapeTask.facts().context().sqlEngine(),
                shapeTask.policy().get(Policy.SQL),
                limits.output(),
                joinedTables());
        QueryInput input = new QueryInput(
                        part.bytes(), !part.isJson(), shapeTask.facts().takenAt())
                .withVariables(variables)
                .withFunctions(new OutlineFunctions(shapeTask.quickCounter(), sql))
                .withTruncation(truncation());
        QueryOutputs queryOutputs = query.run(input, limits);
        for (String warning : sql.warnings()) {
            queryOutputs = queryOutputs.withWarning(warning);
        }
        return queryOutputs;
    }

    private Map<String, Slice> joinedTables() {
        Map<String, Slice> tables = new LinkedHashMap<>();
        shapeTask.facts().context().joinedDocuments().forEach((name, document) -> {
            if (document.isJson()) {
                tables.put(name, document.bytes());
            }
        });
        return tables;
    }

    private static QueryInput.Source source(Document document) {
        return new QueryInput.Source(document.bytes(), !document.isJson());
    }

    /** Parses the text of a view's query. Refuses invalid syntax with {@code QUERY_INVALID}. */
    static Query parse(String searchText) {
        QueryText queryText = QueryText.decode(searchText);
        List<String> variables = new ArrayList<>(queryText.with().keySet());
        variables.addAll(queryText.args().keySet());
        variables.add(ORIGINAL);
        return Query.parse(queryText.expressions(), variables);
    }

    /** Returns the list that the server truncated in the input of the query; null if it truncated none. */
    private @Nullable ServerTruncation truncation() {
        MoreUpstream more = shapeTask.facts().more();
        List<String> listPath = JsonPointer.parse(more.list()).tokens();
        List<String> targetPath = shapeTask.target().pointer().tokens();
        boolean isReadFromText = shapeTask.target().records() != null;
        if (!more.hasMore() || (!isReadFromText && !more.affects(targetPath))) {
            return null;
        }
        Slice saysMember = Members.get(more.values(), "says");
        String sentence = saysMember != null && Json.type(saysMember) == JsonType.STRING
                ? "the upstream says: " + JsonText.unescapeToString(Json.stringInside(saysMember))
                : "the upstream has more (see upstream): this is about this result alone";
        return new ServerTruncation(
                sentence, isReadFromText ? List.of() : listPath.subList(targetPath.size(), listPath.size()));
    }

    /**
     * Adds to a refusal the type of the query's input, the document that it comes from, and an expression that works.
     */
    private RefusedException withInputType(RefusedException refused, DocumentPart documentPart) {
        if (refused.hasDetail(SqlQuery.TABLES)) {
            return refused;
        }
        TextRecords data = documentPart.records();
        if (documentPart.isJson()) {
            refused.detail("input", ". is " + DataPhrase.describeInput(documentPart.bytes()));
            RefusedException described =
                    data == null ? refused : refused.detail("document", indexedResult.phrase(data));
            return withExample(described, WorkingExpression.of(documentPart.bytes()));
        }
        LineIndex lines = indexedResult.lines(documentPart.bytes());
        int lineCount = lines.count();
        refused.detail("input", ". is " + DataPhrase.describeLines(lineCount))
                .detail(
                        "document",
                        DataPhrase.describeText(
                                documentPart.bytes(), indexedResult.textType(documentPart.bytes()), lineCount));
        return withExample(refused, WorkingExpression.ofLines(lines));
    }

    private static RefusedException withExample(RefusedException refused, String expression) {
        return refused.withSuggestion(refused.suggestion() + "; this works here: " + expression);
    }

    /** Returns the warnings for an answer: as many as a small part of the budget allows. */
    private List<String> warnings() {
        List<String> shownWarnings = new ArrayList<>();
        int remainingCharacters = shapeTask.budget().tokens() / WARNING_DIVISOR * CHARACTERS_PER_TOKEN;
        for (String warning : outputs.warnings()) {
            remainingCharacters -= warning.length();
            if (remainingCharacters >= 0) {
                shownWarnings.add(warning);
            }
        }
        return shownWarnings;
    }

    /**
     * Returns the outputs without a header, for a caller who already has a cursor; null if they do not fit one page.
     * If the answer must state something about the result, a short header states only that.
     */
    @Nullable ShapedText shapeWhole() {
        if (outputs.count() > shapeTask.view().pageSize()
                || outputs.bytes() > shapeTask.budget().bytes()) {
            return null;
        }
        AnswerDraft answerDraft = shapeTask.draft().ascii("{");
        if (shapeTask.facts().hasRemark()) {
            int count = outputs.count();
            PageHeader.Span span = new PageHeader.Span(Math.min(1, count), count, count, false, 0, false);
            AnswerHeader answerHeader =
                    new AnswerHeader(false).notice(Notices.results(shapeTask.facts(), "results", span));
            answerHeader.upstream(shapeTask.facts()).writeTo(answerDraft);
            answerDraft.ascii(",");
        }
        List<String> warnings = warnings();
        if (!warnings.isEmpty()) {
            ResultFrame.writeWarnings(warnings, answerDraft);
            answerDraft.ascii(",");
        }
        answerDraft.member("results").ascii(outputs.isNamed() ? "" : "[");
        for (int i = 0; i < outputs.count(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",").json(outputs.get(i));
        }
        answerDraft.ascii(outputs.isNamed() ? "}" : "]}");
        boolean isWithinBudget = shapeTask.budget().allows(answerDraft.tokens(), answerDraft.bytes());
        return isWithinBudget
                ? new ShapedText(null, answerDraft, true, null, OutcomeKind.PAGINATED, false, null, null)
                : null;
    }

    /**
     * Returns the only output as a document, which is a text if the output is a string. If there is no output, or there
     * are several, returns an array of the outputs.
     */
    Document document() {
        if (outputs.count() == 1) {
            return Document.ofStructured(outputs.get(0), null);
        }
        ByteSink json = new ByteSink();
        outputs.writeTo(json);
        return new Document(json.slice(), true);
    }

    PageCutter cutter() {
        Slice onlyOutput = outputs.count() == 1 ? outputs.get(0) : null;
        if (onlyOutput != null && outputs.isNamed()) {
            ItemSequence values = new NamedItems(indexedResult.memberIndex(onlyOutput));
            return new PageShaper(shapeTask, values, resultFrame("", ""), indexedResult);
        }
        if (onlyOutput == null || fits(onlyOutput)) {
            return new PageShaper(shapeTask, new QueryOutputItems(outputs), resultFrame("", ""), indexedResult);
        }
        JsonType type = Json.type(onlyOutput);
        if (type == JsonType.ARRAY) {
            ItemSequence itemSequence = new SingleOutputItems(indexedResult.items(onlyOutput, JsonPointer.root()));
            return new PageShaper(shapeTask, itemSequence, resultFrame("[", "]"), indexedResult);
        }
        if (type == JsonType.OBJECT) {
            ItemSequence members = new SingleOutputItems(indexedResult.members(onlyOutput, JsonPointer.root()));
            return new PageShaper(shapeTask, members, resultFrame("[", "]"), indexedResult);
        }
        Slice text = type == JsonType.STRING ? Slice.of(JsonText.unescape(Json.stringInside(onlyOutput))) : onlyOutput;
        return new ChunkShaper(shapeTask, text, LineIndex.of(text), resultFrame("[", "]"), indexedResult);
    }

    private PageFrame resultFrame(String openingBrackets, String closingBrackets) {
        return new ResultFrame(shapeTask.target().pointer(), openingBrackets, closingBrackets, warnings());
    }

    private boolean fits(Slice output) {
        Budget budget = shapeTask.budget().minus(HEADER_TOKENS, HEADER_BYTES);
        return !Json.exceeds(output, budget.bytes()) && shapeTask.counter().count(output) <= budget.tokens();
    }
}
