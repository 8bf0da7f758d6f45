package dev.plimsoll.bench.answers.key;

import dev.plimsoll.bench.answers.program.GatewayClient;
import dev.plimsoll.bench.answers.program.Tracker;
import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures a question that is asked ten times through {@code plimsoll run}: from a saved view, and without it, with a call and a
 * query each time.
 */
final class SavedReads {

    /** Number of times that the question is asked. */
    private static final int TIMES = 10;
    private static final String TOOL = "list_issues";
    private static final int PAGE_SIZE = 50;
    private static final String QUERY = "[.issues[] | select(.labels | index(\"security\")).number]";
    private static final String CONFIGURATION = "policy:\n  saved: %s\n";

    private final JsonNode truth;
    private final CostCounter costs = new CostCounter();

    private SavedReads() {
        StringBuilder numbers = new StringBuilder("[");
        new Tracker()
                .issues().stream()
                        .filter(issue -> issue.path("state").asString().equals("open"))
                        .limit(PAGE_SIZE)
                        .filter(issue -> issue.path("labels")
                                .valueStream()
                                .anyMatch(label -> label.asString().equals("security")))
                        .forEach(issue ->
                                numbers.append(numbers.length() == 1 ? "" : ",").append(issue.path("number")));
        truth = JsonMapper.shared().readTree(numbers.append(']').toString());
    }

    static KeyReport.Row run() throws IOException {
        SavedReads with = new SavedReads();
        SavedReads without = new SavedReads();
        long listedWith = with.ask(true);
        long listedWithout = without.ask(false);
        return new KeyReport.Row(
                "saved",
                "a question that is asked " + TIMES + " times",
                TIMES,
                with.costs.costs(),
                without.costs.costs(),
                listedWith - listedWithout);
    }

    /** Asks the question each time, and returns the tokens of the entry of {@code plimsoll_read}. */
    private long ask(boolean isSaved) throws IOException {
        Path folder = Files.createTempDirectory("plimsoll-saved");
        try {
            Path configuration = Files.writeString(folder.resolve("plimsoll.yaml"), CONFIGURATION.formatted(isSaved));
            try (GatewayClient client =
                    GatewayClient.start(configuration, folder.resolve("data"), folder.resolve("calls"))) {
                if (isSaved) {
                    // the answer says that the view is saved
                    query(client, true);
                }
                for (int i = 0; i < TIMES; i++) {
                    ObjectNode view = JsonMapper.shared().createObjectNode();
                    judge(
                            isSaved
                                    ? call(client, "plimsoll_read", view.put("cursor", "plimsoll://saved/security"))
                                    : query(client, false));
                }
                return CostCounter.tokens(client.listedTool("plimsoll_read"));
            }
        } finally {
            GatewayClient.delete(folder);
        }
    }

    private ReadAnswer query(GatewayClient client, boolean isSaved) throws IOException {
        ObjectNode page = JsonMapper.shared().createObjectNode();
        ReadAnswer issues = call(client, TOOL, page.put("state", "open").put("per_page", PAGE_SIZE));
        ObjectNode arguments = JsonMapper.shared().createObjectNode();
        arguments.put("cursor", Objects.requireNonNull(issues.findCursor())).put("query", QUERY);
        if (isSaved) {
            arguments.put("save", "security");
        }
        return call(client, "plimsoll_read", arguments);
    }

    private ReadAnswer call(GatewayClient client, String tool, ObjectNode arguments) throws IOException {
        costs.addCall(arguments);
        return costs.addAnswer(Slice.of(client.call(tool, arguments).toString()));
    }

    private void judge(ReadAnswer answer) {
        JsonNode results = answer.find("results");
        costs.judge(truth.equals(results == null ? answer.value() : results.path(0)));
    }
}
