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
 * Measures a question that is asked ten times through {@code plimsoll run}. With the key, a saved view answers it each
 * time. Without the key, the reader calls the tool and queries the result each time.
 */
final class SavedReads {

    /** Number of times that the question is asked. */
    private static final int REPETITIONS = 10;

    private static final String TOOL = "list_issues";
    private static final int PAGE_SIZE = 50;
    private static final String QUERY = "[.issues[] | select(.labels | index(\"security\")).number]";
    private static final String CONFIGURATION = "policy:\n  saved: %s\n";

    private final JsonNode truth;
    private final AnswerCounter counter = new AnswerCounter();

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
        SavedReads readsWithView = new SavedReads();
        SavedReads readsWithoutView = new SavedReads();
        long listedTokensWithView = readsWithView.measure(true);
        long listedTokensWithoutView = readsWithoutView.measure(false);
        return new KeyReport.Row(
                "saved",
                "a question that is asked " + REPETITIONS + " times",
                REPETITIONS,
                readsWithView.counter.measurement(),
                readsWithoutView.counter.measurement(),
                listedTokensWithView - listedTokensWithoutView);
    }

    /** Asks the question ten times, and returns the tokens of the entry of {@code plimsoll_read} in the listing. */
    private long measure(boolean hasView) throws IOException {
        Path folder = Files.createTempDirectory("plimsoll-saved");
        try {
            Path configuration = Files.writeString(folder.resolve("plimsoll.yaml"), CONFIGURATION.formatted(hasView));
            try (GatewayClient client =
                    GatewayClient.start(configuration, folder.resolve("data"), folder.resolve("calls"))) {
                if (hasView) {
                    // the answer only confirms that the view is saved, so it answers no question
                    readWithQuery(client, true);
                }
                for (int i = 0; i < REPETITIONS; i++) {
                    ObjectNode readArguments = JsonMapper.shared().createObjectNode();
                    addQuestion(
                            hasView
                                    ? call(
                                            client,
                                            "plimsoll_read",
                                            readArguments.put("cursor", "plimsoll://saved/security"))
                                    : readWithQuery(client, false));
                }
                return AnswerCounter.countTokens(client.toolEntry("plimsoll_read"));
            }
        } finally {
            GatewayClient.deleteFolder(folder);
        }
    }

    private ReadAnswer readWithQuery(GatewayClient client, boolean isSaveRequested) throws IOException {
        ObjectNode callArguments = JsonMapper.shared().createObjectNode();
        ReadAnswer issues =
                call(client, TOOL, callArguments.put("state", "open").put("per_page", PAGE_SIZE));
        ObjectNode readArguments = JsonMapper.shared().createObjectNode();
        readArguments.put("cursor", Objects.requireNonNull(issues.findCursor())).put("query", QUERY);
        if (isSaveRequested) {
            readArguments.put("save", "security");
        }
        return call(client, "plimsoll_read", readArguments);
    }

    private ReadAnswer call(GatewayClient client, String tool, ObjectNode arguments) throws IOException {
        counter.addCall(arguments);
        return counter.addAnswer(Slice.of(client.call(tool, arguments).toString()));
    }

    private void addQuestion(ReadAnswer answer) {
        JsonNode results = answer.find("results");
        counter.addQuestion(truth.equals(results == null ? answer.value() : results.path(0)));
    }
}
