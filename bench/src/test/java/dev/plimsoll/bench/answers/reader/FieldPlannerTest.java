package dev.plimsoll.bench.answers.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class FieldPlannerTest {

    private static final String LIST_OUTLINE = """
            {"notice": "n", "items": [], "outline": {"id": "number 1..9",
             "author": {"login": "a 1, b 2", "url": "string"}, "createdAt": "string 2026-01-01..2026-03-09", "labels": {"nodes": "[{name, color}] 0..2"},
             "price": "string", "currencies": "{CODE: {name, symbol}} 0..2 keys of 60: SOL, KRO, ...",
             "borders": "[string] 0..4"}}""";

    @Test
    void findsFieldsByTheWordsOfAQuestion() {
        RecordQuestion question = RecordQuestion.of(
                Output.countBy("author login"), Condition.between("created", "2026-02-01", "2026-03-01"));

        assertThat(query(LIST_OUTLINE, question))
                .isEqualTo(
                        "[.[] | select(.createdAt >= \"2026-02-01\" and .createdAt < \"2026-03-01\") | .author.login]"
                                + " | group_by(.) | map({(.[0] | tostring): length}) | add");
    }

    @Test
    void usesTheTypesInTheOutline() {
        assertThat(query(LIST_OUTLINE, RecordQuestion.of(Output.sum("price"))))
                .isEqualTo("[.[] | .price | tonumber] | add");
        assertThat(query(LIST_OUTLINE, RecordQuestion.of(Output.sum("id")))).isEqualTo("[.[] | .id] | add");
        assertThat(query(LIST_OUTLINE, RecordQuestion.of(Output.count(), Condition.has("borders", "x"))))
                .contains(".borders // [] | any(. == \"x\")");
        assertThat(query(LIST_OUTLINE, RecordQuestion.of(Output.count(), Condition.has("currencies", "KRO"))))
                .contains("has(\"KRO\")");
    }

    @Test
    void findsNoPlanForAnUnknownField() {
        assertThat(query(LIST_OUTLINE, RecordQuestion.of(Output.countBy("milestone"))))
                .isNull();
    }

    @Test
    void readsMembersOfAMapAsRecords() {
        String outline = """
                {"notice": "n", "value": {}, "outline": {"(map)": "{PATH} 1200 keys: a/b, ...", "source": "x 1, y 2"}}""";
        RecordQuestion byKey = RecordQuestion.of(Output.first("source"), Condition.is(Output.KEY, "a/b"));

        assertThat(query(outline, RecordQuestion.of(Output.countBy("source"))))
                .startsWith("[.[] | .source] | group_by");
        assertThat(query(outline, byKey))
                .isEqualTo("first(. | to_entries[] | select(.key == \"a/b\") | .value.source)");
    }

    @Test
    void readsSiblingsWithEqualFieldsAsRecords() {
        String outline = """
                {"notice": "n", "value": {}, "outline": {"paths": {"(is)": "{PATH} 400 keys: /a/{id}, ...",
                 "get": "{operationId, summary, tag} (in 204)", "post": "{operationId, summary, tag} (in 340)"}}}""";

        assertThat(query(outline, RecordQuestion.of(Output.countBy("tag")))).startsWith("[.paths[][] | .tag]");
    }

    @Test
    void readsTheLongFormOfAnOutline() {
        String outline = """
                {"notice": "n", "outline": {"type": "object", "fields": {"data": {"type": "array", "items": 9, "each":
                 {"type": "object", "fields": {"unit price": {"type": "number"}}}}}}}""";

        assertThat(query(outline, RecordQuestion.of(Output.sum("price"))))
                .isEqualTo("[.data[] | .[\"unit price\"]] | add");
    }

    @Test
    void choosesTheListThatTheQuestionNames() {
        String answer = """
                {"notice": "n", "path": "/issues", "value": {"issues": [{"id": 1, "title": "a"}],
                 "milestones": {"nodes": [{"id": 7, "title": "b"}]}}}""";
        RecordQuestion question = RecordQuestion.of(Output.first("title"));

        assertThat(query(answer, question.inList("milestones"))).isEqualTo("first(.milestones.nodes[] | .title)");
        assertThat(query(answer, question.inList("issues"))).isEqualTo("first(.issues[] | .title)");
    }

    private static @Nullable String query(String answer, RecordQuestion question) {
        ObjectNode header = (ObjectNode) JsonValues.parse(answer);
        FieldNode fields = new FieldNode();
        OutlineParser.addFields(ReadAnswer.parse(0, false, List.of(header.toString())), fields);
        fields.inferRecordsFromSiblings();
        FieldPlan plan = FieldPlanner.find(fields, question);
        return plan == null ? null : JqWriter.write(question, plan);
    }
}
