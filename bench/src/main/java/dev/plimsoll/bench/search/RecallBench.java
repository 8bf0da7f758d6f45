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
 * Asks questions about documents, with {@code search} and with {@code find}, and prints for each question the rank of the
 * first answer that contains the expected passage, and the tokens of the answers. Also prints the passages of each document,
 * so that another program can rank the same ones.
 */
public final class RecallBench {

    private static final JsonMapper JSON = new JsonMapper();

    private RecallBench() {}

    /** Runs with a folder of documents and a file of questions. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        JsonNode questions =
                JSON.readTree(Files.readString(Path.of(arguments[1]))).path("questions");
        ObjectNode report = JSON.createObjectNode();
        ObjectNode passages = report.putObject("passages");
        ArrayNode results = report.putArray("results");
        Map<String, RecallDocument> readers = new LinkedHashMap<>();
        for (JsonNode question : questions) {
            String document = question.path("document").asString();
            RecallDocument reader = readers.get(document);
            if (reader == null) {
                reader = RecallDocument.of(Files.readString(folder.resolve(document)));
                readers.put(document, reader);
                ArrayNode all = passages.putArray(document);
                reader.passages().forEach(all::add);
            }
            results.add(reader.ask(
                    question.path("question").asString(),
                    question.path("passage").asString()));
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(report);
    }
}
