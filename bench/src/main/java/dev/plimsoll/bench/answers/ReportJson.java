package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramRow;
import dev.plimsoll.bench.answers.reader.Solution;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a report as JSON. */
final class ReportJson {

    private ReportJson() {}

    static ObjectNode toJson(AnswersReport report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ArrayNode tasks = json.putArray("tasks");
        for (TaskResult result : report.taskResults()) {
            ObjectNode task = tasks.addObject();
            task.put("payload", result.payload().tool());
            task.put("kind", result.task().kind().label());
            task.put("task", result.task().text());
            ArrayNode ways = task.putArray("ways");
            addSolutions(ways, result.solutionsWithPlimsoll());
            addSolutions(ways, result.solutionsWithoutPlimsoll());
        }
        ArrayNode script = json.putArray("script");
        report.scriptRows()
                .forEach(row -> script.addObject()
                        .put("payload", row.title())
                        .put("right", row.rightSolutions())
                        .put("calls", row.calls())
                        .put("firstTokens", row.firstTokens())
                        .put("tokens", row.tokens()));
        ArrayNode programs = json.putArray("programs");
        for (ProgramRow row : report.programs().rows()) {
            ObjectNode program =
                    programs.addObject().put("question", row.question()).put("right", row.isRight());
            program.put("tokensWritten", row.programTokens())
                    .put("tokensRead", row.answerTokens())
                    .put("innerCalls", row.calls());
            program.put("innerTokensWritten", row.callArgumentTokens()).put("innerTokensRead", row.callResultTokens());
        }
        ArrayNode keys = json.putArray("keys");
        for (KeyReport.Row row : report.keys().rows()) {
            ObjectNode key = keys.addObject().put("key", row.key()).put("questions", row.questions());
            addMeasurement(key.putObject("with"), row.withKey());
            addMeasurement(key.putObject("without"), row.withoutKey());
            key.put("tokensListed", row.listedTokens());
        }
        ObjectNode totals = json.putObject("totals");
        report.totals().values().forEach(totals::put);
        json.put("queriesInTwoCallsPercent", report.percentSolvedWithOneQuery());
        return json;
    }

    private static void addMeasurement(ObjectNode json, KeyReport.Measurement measurement) {
        json.put("right", measurement.rightAnswers())
                .put("calls", measurement.calls())
                .put("tokensWritten", measurement.writtenTokens())
                .put("tokensRead", measurement.readTokens());
    }

    private static void addSolutions(ArrayNode ways, Map<String, Solution> solutions) {
        solutions.forEach((name, solution) -> ways.addObject()
                .put("way", name)
                .put("solution", EconomyTables.statusWord(solution.status()))
                .put("calls", solution.calls())
                .put("tokens", solution.tokens())
                .put("reason", solution.reason()));
    }
}
