package dev.plimsoll.bench.search;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures how well {@code search} and {@code find} answer questions about documents. For each question, prints the rank of the first
 * passage or match that contains the expected passage, and the tokens of the answers. Also prints the passages of each document, so
 * that another program can rank them.
 */
public final class RecallBench {

    private static final JsonMapper JSON = new JsonMapper();

    private RecallBench() {}

    /** Runs the benchmark. The arguments are a folder of documents and a file of questions. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        JsonNode questions =
                JSON.readTree(Files.readString(Path.of(arguments[1]))).path("questions");
        ObjectNode report = JSON.createObjectNode();
        ObjectNode passages = report.putObject("passages");
        ArrayNode results = report.putArray("results");
        Map<String, RecallDocument> documents = new LinkedHashMap<>();
        for (JsonNode question : questions) {
            String name = question.path("document").asString();
            RecallDocument document = documents.get(name);
            if (document == null) {
                document = RecallDocument.index(Files.readString(folder.resolve(name)));
                documents.put(name, document);
                ArrayNode all = passages.putArray(name);
                document.passages().forEach(all::add);
            }
            results.add(document.rankPassage(
                    question.path("question").asString(),
                    question.path("passage").asString()));
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(report);
    }
}
