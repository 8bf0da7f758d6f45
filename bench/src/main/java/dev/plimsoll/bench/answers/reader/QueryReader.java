package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.Question;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Reader that writes queries, with the names of fields that it finds in the first answer or in {@code mode: outline}. */
final class QueryReader extends Reader {

    /** Expression that turns a Python literal, which the engine took for a text, into records. */
    private static final String PYTHON_TO_JSON = "join(\"\\n\") | gsub(\"'\"; \"\\\"\") | gsub(\"True\"; \"true\")"
            + " | gsub(\"False\"; \"false\") | gsub(\"None\"; \"null\") | fromjson | ";

    QueryReader() {
        super("query");
    }

    @Override
    public boolean canTry(Question question) {
        return true;
    }

    @Override
    JsonNode solve(Transcript transcript, Question question) throws NoSolutionException {
        ReadAnswer first = transcript.firstAnswer();
        return switch (question) {
            case RecordQuestion records -> solve(transcript, first, records);
            case LineQuestion lines
            when lines.type() == LineQuestion.Type.SECTION_VALUE -> readSection(transcript, first, lines);
            case LineQuestion lines -> firstOutput(runQuery(transcript, JqWriter.write(lines)));
        };
    }

    private static JsonNode solve(Transcript transcript, ReadAnswer first, RecordQuestion question)
            throws NoSolutionException {
        FieldNode fields = new FieldNode();
        if (first.value() == null) {
            fields.addValue(TextParser.parse(first.text(), transcript.payload().format()));
            String expression = writeExpression(fields, question);
            return runExpression(transcript, question, expression == null ? "." : PYTHON_TO_JSON + expression);
        }
        OutlineParser.addFields(first, fields);
        String expression = writeExpression(fields, question);
        if (expression == null) {
            OutlineParser.addFields(transcript.read(Map.of("mode", "outline")), fields);
            expression = writeExpression(fields, question);
        }
        if (expression == null) {
            throw new NoSolutionException("no answer names the fields " + question.fields());
        }
        return runExpression(transcript, question, expression);
    }

    private static JsonNode runExpression(Transcript transcript, RecordQuestion question, String expression)
            throws NoSolutionException {
        ArrayNode outputs = runQuery(transcript, expression);
        if (question.isAboutUnreturned() && transcript.hasMoreUpstream()) {
            return Truth.INCOMPLETE;
        }
        return question.output().type() == Output.Type.VALUES ? outputs : firstOutput(outputs);
    }

    /** Returns the expression for a question, or null if a field is not known yet. */
    private static @Nullable String writeExpression(FieldNode fields, RecordQuestion question) {
        fields.inferRecordsFromSiblings();
        FieldPlan plan = FieldPlanner.find(fields, question);
        RecordQuestion lookup = question.conditions().stream()
                .map(Condition::lookup)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (plan == null || lookup == null) {
            return plan == null ? null : JqWriter.write(question, plan);
        }
        FieldPlan lookupPlan = FieldPlanner.find(fields, lookup);
        return lookupPlan == null ? null : JqWriter.writeJoin(question, plan, lookup, lookupPlan);
    }

    /** Returns all outputs of an expression, from all of their pages. */
    private static ArrayNode runQuery(Transcript transcript, String expression) throws NoSolutionException {
        ReadAnswer answer = transcript.read(Map.of("query", expression));
        ArrayNode outputs = JsonValues.newArray();
        while (true) {
            if (!(answer.find("results") instanceof ArrayNode results)) {
                throw new NoSolutionException("no results of " + expression);
            }
            outputs.addAll(results);
            String cursor = answer.findCursor();
            if (!answer.hasMore() || cursor == null) {
                return outputs;
            }
            answer = transcript.read(cursor, Map.of());
        }
    }

    private static JsonNode firstOutput(ArrayNode outputs) throws NoSolutionException {
        if (outputs.isEmpty()) {
            throw new NoSolutionException("the query has no output");
        }
        return outputs.get(0);
    }

    private static JsonNode readSection(Transcript transcript, ReadAnswer first, LineQuestion question)
            throws NoSolutionException {
        String number = findHeadingNumber(first, question.searchText());
        if (number == null) {
            number = findHeadingNumber(transcript.read(Map.of("mode", "outline")), question.searchText());
        }
        if (number == null) {
            throw new NoSolutionException("no answer lists the section " + question.searchText());
        }
        ReadAnswer section = transcript.read(Map.of("path", "#" + number));
        return LineSolver.firstValue(section.text().lines().toList(), question.key());
    }

    /** Returns the number of the heading with a title, as the outline of an answer shows it; null if it does not. */
    private static @Nullable String findHeadingNumber(ReadAnswer answer, String title) {
        return OutlineParser.headings(answer).stream()
                .filter(heading -> heading.contains("# " + title))
                .map(heading -> heading.split(" ", 2)[0])
                .findFirst()
                .orElse(null);
    }
}
