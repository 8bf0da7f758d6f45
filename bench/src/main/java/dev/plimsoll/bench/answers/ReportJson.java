package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramRow;
import dev.plimsoll.bench.answers.reader.Solution;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a report as JSON for programs. */
final class ReportJson {

    private ReportJson() {}

    static ObjectNode of(AnswersReport report) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ArrayNode tasks = json.putArray("tasks");
        for (TaskResult result : report.results()) {
            ObjectNode task = tasks.addObject();
            task.put("payload", result.payload().tool());
            task.put("kind", result.task().kind().words());
            task.put("task", result.task().text());
            ArrayNode ways = task.putArray("ways");
            add(ways, result.readers());
            add(ways, result.cuts());
        }
        ArrayNode script = json.putArray("script");
        report.script()
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
            program.put("tokensWritten", row.written())
                    .put("tokensRead", row.read())
                    .put("innerCalls", row.calls());
            program.put("innerTokensWritten", row.callsWritten()).put("innerTokensRead", row.callsRead());
        }
        ArrayNode keys = json.putArray("keys");
        for (KeyReport.Row row : report.keys().rows()) {
            ObjectNode key = keys.addObject().put("key", row.key()).put("questions", row.questions());
            add(key.putObject("with"), row.with());
            add(key.putObject("without"), row.without());
            key.put("tokensListed", row.listed());
        }
        ObjectNode totals = json.putObject("totals");
        report.totals().values().forEach(totals::put);
        json.put("queriesInTwoCallsPercent", report.queriesInTwoCalls());
        return json;
    }

    private static void add(ObjectNode way, KeyReport.Costs costs) {
        way.put("right", costs.right())
                .put("calls", costs.calls())
                .put("tokensWritten", costs.written())
                .put("tokensRead", costs.read());
    }

    private static void add(ArrayNode ways, Map<String, Solution> solutions) {
        solutions.forEach((name, solution) -> ways.addObject()
                .put("way", name)
                .put("solution", EconomyTables.word(solution.status()))
                .put("calls", solution.calls())
                .put("tokens", solution.tokens())
                .put("reason", solution.reason()));
    }
}
