package dev.plimsoll.bench.answers.key;

import dev.plimsoll.bench.answers.program.Tracker;
import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures questions about a spreadsheet of 600 issues in an embedded resource. Without the key, the reader gets only a
 * line that says that the file is stored, so it cannot answer.
 */
final class DocumentReads {

    private static final Policy POLICY_WITH_KEY = Policy.defaults().with(Policy.DOCUMENTS, true);
    private static final List<String> COLUMNS =
            List.of("number", "title", "state", "author", "milestone", "created_at", "comments");

    private final List<JsonNode> issues = new Tracker().issues();

    private DocumentReads() {}

    private record Question(JsonNode truth, String query) {}

    static KeyReport.Row run() throws IOException {
        DocumentReads documentReads = new DocumentReads();
        Slice result = documentReads.spreadsheetResult();
        List<Question> questions = documentReads.questions();
        return new KeyReport.Row(
                "documents",
                "a spreadsheet of 600 rows",
                questions.size(),
                measure(POLICY_WITH_KEY, result, questions),
                measure(Policy.defaults(), result, questions),
                CountedReader.addedListingTokens(POLICY_WITH_KEY));
    }

    private static KeyReport.Measurement measure(Policy policy, Slice result, List<Question> questions) {
        CountedReader reader = new CountedReader(policy);
        ReadAnswer firstAnswer = reader.call("read_media_file", result);
        if (firstAnswer.findCursor() == null) {
            return reader.measurement();
        }
        for (Question question : questions) {
            ObjectNode arguments = CountedReader.cursorArguments(firstAnswer);
            JsonNode results = reader.read("read_media_file", arguments.put("query", question.query))
                    .find("results");
            reader.addQuestion(results != null && results.path(0).equals(question.truth));
        }
        return reader.measurement();
    }

    private List<Question> questions() {
        return List.of(
                new Question(
                        jsonNumber(issues.stream()
                                .filter(issue -> issue.path("state").asString().equals("open"))
                                .count()),
                        "map(select(.state == \"open\")) | length"),
                new Question(
                        jsonNumber(issues.stream()
                                .mapToLong(issue -> issue.path("comments").asInt())
                                .sum()),
                        "map(.comments) | add"),
                new Question(issues.get(416).path("title"), ".[] | select(.number == 417).title"),
                new Question(
                        jsonNumber(issues.stream()
                                .filter(issue ->
                                        issue.path("milestone").asString("").equals("2026.2"))
                                .map(issue -> issue.path("author").asString())
                                .distinct()
                                .count()),
                        "map(select(.milestone == \"2026.2\").author) | unique | length"));
    }

    private static JsonNode jsonNumber(long value) {
        return JsonMapper.shared().readTree(Long.toString(value));
    }

    private Slice spreadsheetResult() throws IOException {
        ObjectNode result = JsonMapper.shared().createObjectNode();
        result.putArray("content")
                .addObject()
                .put("type", "resource")
                .putObject("resource")
                .put("uri", "file:///issues.xlsx")
                .put("mimeType", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
                .put("blob", Base64.getEncoder().encodeToString(spreadsheetBytes()));
        return Slice.of(result.toString());
    }

    /** Returns a minimal xlsx file with the issues: a workbook, its relationships, and a sheet with inline strings. */
    private byte[] spreadsheetBytes() throws IOException {
        StringBuilder rows = new StringBuilder("<row>");
        COLUMNS.forEach(column -> rows.append(cell(column)));
        rows.append("</row>");
        for (JsonNode issue : issues) {
            rows.append("<row>");
            for (String column : COLUMNS) {
                JsonNode value = issue.path(column);
                rows.append(value.isNumber() ? "<c><v>" + value + "</v></c>" : cell(value.asString("")));
            }
            rows.append("</row>");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> part : List.of(
                    Map.entry(
                            "xl/workbook.xml",
                            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Issues\" r:id=\"r0\"/></sheets></workbook>"),
                    Map.entry(
                            "xl/_rels/workbook.xml.rels",
                            "<Relationships><Relationship Id=\"r0\" Target=\"worksheets/sheet0.xml\"/></Relationships>"),
                    Map.entry(
                            "xl/worksheets/sheet0.xml",
                            "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"))) {
                ZipEntry entry = new ZipEntry(part.getKey());
                // a fixed time, so that the bytes are always the same
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private static String cell(String text) {
        return text.isEmpty() ? "<c/>" : "<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
    }
}
