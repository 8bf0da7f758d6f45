package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.ScriptedCall;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Solves two tasks about each of eight results, with one query for each result. A person who knows the data wrote the
 * queries, so a model can hardly need fewer tokens.
 */
final class BestScript {

    /**
     * The script for each payload, by the name of the tool. In an expression, TITLE is replaced by the title of the
     * section in the first task.
     */
    private static final Map<String, Script> SCRIPTS = Map.of(
            "list_countries",
            new Script(0, 2, "[(.[] | select(.code == \"HFI\").area), (sort_by(-.area) | .[:3] | map(.name.common))]"),
            "list_symbols",
            new Script(
                    0,
                    3,
                    "[(.[] | select(.slug == \"urpel_oriswen_1444\").name),"
                            + " (map(select(.group == \"Food\" and .skinTone)) | length)]"),
            "get_api_description",
            new Script(
                    0,
                    3,
                    "[(.paths[][] | select(.operationId == \"op_bacor611\").summary),"
                            + " ([.paths[][] | select(.deprecated)] | length)]"),
            "get_media_types",
            new Script(
                    0,
                    2,
                    "[.\"image/vnd.bazel.wenwen903\".source,"
                            + " (to_entries[] | select(.value.extensions | index(\"f85705\")).key)]"),
            "read_log",
            new Script(
                    0,
                    2,
                    "[(.[] | select(contains(\"req-36535615ac\")) | capture(\"status=(?<v>[0-9]+)\").v),"
                            + " (map(select(contains(\" WARN \") and . >= \"2026-03-09 08:00\""
                            + " and . < \"2026-03-09 08:30\")) | length)]"),
            "export_products",
            new Script(
                    2,
                    3,
                    "[(sort_by(-.quantity) | .[:5] | map(.sku)), (map(select(.warehouse == \"Oslo\").price) | add)]"),
            "list_issues",
            new Script(
                    0,
                    3,
                    ".data.repository | (.milestones.nodes[] | select(.title == \"Cedar\").id) as $m | .issues.nodes"
                            + " | [.[216].title, (map(select(.state == \"OPEN\" and .milestone.id == $m)) | length)]"),
            "read_handbook",
            new Script(
                    0,
                    3,
                    "[(.[index(\"### TITLE\") + 2] | ltrimstr(\"Owner: \")),"
                            + " (map(select(. == \"Owner: data\")) | length)]"));

    /** Number of solutions in one script. */
    static final int SOLUTIONS_PER_SCRIPT = 2;

    private BestScript() {}

    /** A query that returns an array of two solutions, and the indexes of the tasks that they solve. */
    private record Script(int firstTask, int secondTask, String expression) {}

    /**
     * Result of the script of one payload.
     *
     * @param rightSolutions the number of right solutions, at most {@link #SOLUTIONS_PER_SCRIPT}
     * @param firstTokens the tokens of the first answer
     * @param tokens the tokens of the first answer and of the answer to the query
     */
    record Row(String title, int rightSolutions, int calls, long firstTokens, long tokens) {}

    /** Runs the script of each payload that has one. */
    static List<Row> run(List<TaskPayload> payloads, Policy policy) {
        return payloads.stream()
                .filter(payload -> SCRIPTS.containsKey(payload.tool()))
                .map(payload -> run(payload, policy))
                .toList();
    }

    private static Row run(TaskPayload payload, Policy policy) {
        Script script = Objects.requireNonNull(SCRIPTS.get(payload.tool()));
        // the title of the section is in the question
        String sectionTitle = payload.tasks().get(script.firstTask).text().replaceFirst("^.* section ", "");
        ScriptedCall call = ScriptedCall.run(payload, policy, script.expression.replace("TITLE", sectionTitle));
        int rightSolutions = (call.hasElement(
                                0, payload.tasks().get(script.firstTask).truth())
                        ? 1
                        : 0)
                + (call.hasElement(1, payload.tasks().get(script.secondTask).truth()) ? 1 : 0);
        return new Row(payload.title(), rightSolutions, 2, call.firstTokens(), call.firstTokens() + call.queryTokens());
    }
}
