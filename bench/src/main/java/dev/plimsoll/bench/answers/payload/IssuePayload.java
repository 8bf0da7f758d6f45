package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.between;
import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.Condition.isSolutionOf;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.JOIN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TIME_RANGE;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** Issues as GraphQL returns them: nested, pretty-printed, 400 verbose records beside a short list of milestones. */
final class IssuePayload {

    private static final List<String> STATES = List.of("CLOSED", "OPEN");
    private static final List<String> LABELS = List.of("bug", "regression", "docs", "question", "good first issue");
    private static final List<String> LOGINS = List.of("amara", "bo-li", "chidi", "dora", "emil", "farah", "goran");
    private static final List<String> MILESTONES = List.of("Aster", "Birch", "Cedar", "Dill", "Elder");

    private final WordSource words = new WordSource(7);
    private final List<Issue> issues = new ArrayList<>();

    private IssuePayload() {}

    private record Issue(int number, String title, String state, String createdAt, String milestone) {}

    static TaskPayload create() {
        IssuePayload generator = new IssuePayload();
        ObjectNode json = generator.response();
        String text = json.toPrettyString();
        return new TaskPayload(
                "list_issues",
                "Issues: GraphQL, 400 nested records",
                TaskPayload.Format.JSON,
                ResultWriter.toStructuredResult(json, text),
                text,
                generator.tasks());
    }

    private List<AnswerTask> tasks() {
        Issue lookupTarget = issues.get(216);
        RecordQuestion milestoneIdQuestion =
                RecordQuestion.of(Output.first("id"), is("title", "Cedar")).inList("milestones");
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the title of issue " + lookupTarget.number,
                        RecordQuestion.of(Output.first("title"), is("number", IntNode.valueOf(lookupTarget.number)))
                                .inList("issues"),
                        Truth.of(lookupTarget.title)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "issues by state",
                        RecordQuestion.of(Output.countBy("state")).inList("issues"),
                        Truth.countBy(issues, Issue::state)),
                new AnswerTask(
                        TIME_RANGE,
                        "how many issues were created in March 2026",
                        RecordQuestion.of(Output.count(), between("created", "2026-03-01", "2026-04-01"))
                                .inList("issues"),
                        Truth.count(issues, issue -> issue.createdAt.startsWith("2026-03"))),
                new AnswerTask(
                        JOIN,
                        "how many open issues belong to the milestone with the title Cedar",
                        RecordQuestion.of(
                                        Output.count(),
                                        is("state", "OPEN"),
                                        isSolutionOf("milestone id", milestoneIdQuestion))
                                .inList("issues"),
                        Truth.count(issues, issue -> issue.state.equals("OPEN") && issue.milestone.equals("Cedar"))));
    }

    private ObjectNode response() {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        ObjectNode repository = root.putObject("data").putObject("repository").put("name", "widgets");
        ArrayNode milestones = repository.putObject("milestones").putArray("nodes");
        for (int i = 0; i < MILESTONES.size(); i++) {
            milestones.addObject().put("id", "MI_" + (70 + i)).put("title", MILESTONES.get(i));
        }
        ObjectNode all = repository.putObject("issues").put("totalCount", 400);
        ArrayNode nodes = all.putArray("nodes");
        LocalDateTime time = LocalDateTime.of(2025, 11, 2, 8, 0);
        for (int i = 0; i < 400; i++) {
            time = time.plusMinutes(200 + words.number(1_000));
            addIssue(nodes.addObject(), i + 1, time + ":00Z");
        }
        return root;
    }

    private void addIssue(ObjectNode json, int number, String createdAt) {
        String state = words.skewedOneOf(STATES);
        String title = words.sentence(6);
        int milestone = words.number(MILESTONES.size());
        issues.add(new Issue(number, title, state, createdAt, MILESTONES.get(milestone)));
        json.put("number", number).put("title", title).put("state", state).put("createdAt", createdAt);
        json.put("updatedAt", createdAt.replace("T0", "T1")).put("locked", words.number(20) == 0);
        json.putObject("author").put("login", words.oneOf(LOGINS)).put("url", "https://git.example/" + words.word());
        json.putObject("milestone").put("id", "MI_" + (70 + milestone));
        ArrayNode labels = json.putObject("labels").putArray("nodes");
        for (int i = words.number(3); i > 0; i--) {
            labels.addObject().put("name", words.oneOf(LABELS)).put("color", words.hex(6));
        }
        json.putObject("comments").put("totalCount", words.number(40));
        json.putObject("reactions").put("totalCount", words.number(9));
        json.putArray("assignees").add(words.oneOf(LOGINS));
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 3 + words.number(6); i++) {
            body.append(words.sentence(18)).append(i % 2 == 0 ? "\n\n" : " ");
        }
        json.put("body", body.toString().strip());
    }
}
