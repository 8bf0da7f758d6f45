package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the answers to results that contain documents. */
class DocumentResultTest {

    private static final Pattern CURSOR = Pattern.compile("[cC]ursor[\\\\\": =]+([A-Za-z0-9_-]{48})");

    private static final ToolCall CALL =
            ToolCall.of("files", "read_media_file", "ann").withClient(ClientFeatures.current());

    private static final Policy ON = Policy.defaults().with(Policy.DOCUMENTS, true);

    private final SnapshotStore store =
            SnapshotStore.inMemory(new StoreLimits(1 << 28, 1 << 28, 1000), new FakeClock(), new Random(1));

    private Plimsoll createEngine(Policy policy) {
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .documentReader(new StandardDocumentReader())
                .build();
    }

    private static void writeBlob(byte[] bytes, JsonWriter json) {
        json.beginObject().string("type", "resource").beginObject("resource");
        json.string("uri", "file:///report").string("mimeType", "application/octet-stream");
        json.string("blob", Base64.getEncoder().encodeToString(bytes))
                .endObject()
                .endObject();
    }

    /**
     * Returns the result that the file server of the MCP project sends: a block, and the same in structured content.
     */
    private static Slice mediaResult(byte[] bytes) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        writeBlob(bytes, json);
        json.endArray().beginObject("structuredContent").beginArray("content");
        writeBlob(bytes, json);
        return json.endArray().endObject().endObject().slice();
    }

    private static Slice textResult(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        return json.string("type", "text")
                .string("text", text)
                .endObject()
                .endArray()
                .endObject()
                .slice();
    }

    private static byte[] createWorkbook(int rows) {
        StringBuilder sheet = new StringBuilder("<row><c t=\"str\"><v>sku</v></c><c t=\"str\"><v>price</v></c></row>");
        for (int i = 0; i < rows; i++) {
            sheet.append("<row><c t=\"str\"><v>A-")
                    .append(i)
                    .append("</v></c><c><v>")
                    .append(i)
                    .append(".5</v></c></row>");
        }
        return new XlsxFile().sheet("Prices", "visible", sheet.toString(), "").bytes();
    }

    private static byte[] createManual(int pages) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (int i = 1; i <= pages; i++) {
            List<String> page = new ArrayList<>(List.of("!Chapter of page " + i));
            for (int line = 0; line < 25; line++) {
                page.add("Line " + line + " of the text about topic " + i + ", which is long enough to fill a page");
            }
            lines.add(page);
        }
        try (PdfFile file = PdfFile.of(lines)) {
            return file.bytes();
        }
    }

    private static String guard(Plimsoll engine, Slice result) {
        return engine.guard(CALL, RawResult.of(result)).result().utf8();
    }

    private static String findCursor(String answer) {
        Matcher matcher = CURSOR.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }

    private static String readResult(Plimsoll engine, String cursor, String arguments) {
        String json = "{\"cursor\":\"" + cursor + "\"" + arguments + "}";
        return engine.read(CALL, Slice.of(json)).result().utf8();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void viewReadsTheTextOfADocument() {
        Slice arguments = Slice.of("{\"query\":\"length, .[7].price\"}");

        assertThat(createEngine(ON)
                        .evaluate(CALL, mediaResult(createWorkbook(500)), arguments)
                        .bytes()
                        .utf8())
                .isEqualTo("[500,7.5]");
    }

    @Test
    void readsNoDocumentsWithoutThePolicyKey() throws Exception {
        List<Slice> results = List.of(
                mediaResult(createWorkbook(10)),
                mediaResult(createWorkbook(5_000)),
                mediaResult(createManual(20)),
                textResult("<html><h1>x</h1>" + "<p>y".repeat(9_000)));
        for (Slice result : results) {
            Plimsoll withoutReader = Plimsoll.builder()
                    .store(SnapshotStore.inMemory(
                            new StoreLimits(1 << 28, 1 << 28, 1000), new FakeClock(), new Random(1)))
                    .keys(KeyRing.of(new byte[32]))
                    .documentReader(DocumentReader.NONE)
                    .build();
            Plimsoll withoutKey = Plimsoll.builder()
                    .store(SnapshotStore.inMemory(
                            new StoreLimits(1 << 28, 1 << 28, 1000), new FakeClock(), new Random(1)))
                    .keys(KeyRing.of(new byte[32]))
                    .documentReader(new StandardDocumentReader())
                    .build();
            assertThat(guard(withoutKey, result)).isEqualTo(guard(withoutReader, result));
        }
    }

    @Test
    void queriesAWorkbook() {
        Plimsoll engine = createEngine(ON);
        String answer = guard(engine, mediaResult(createWorkbook(5_000)));
        assertThat(answer)
                .contains("Text of a file: spreadsheet of 1 sheet (Prices: 5000 rows), ")
                .contains("The file itself: mode = full.")
                .doesNotContain("blob");
        assertThat(answer.length()).isLessThan(20_000);
        assertThat(readResult(engine, findCursor(answer), ",\"query\":\"map(.price) | add\""))
                .contains("12500000");
    }

    @Test
    void givesTheWholeTextOfASmallDocumentWithANote() {
        Plimsoll engine = createEngine(ON);
        Outcome outcome = engine.guard(CALL, RawResult.of(mediaResult(createWorkbook(3))));
        String answer = outcome.result().utf8();
        assertThat(answer).contains("A-2").contains("[Text of a file: spreadsheet of 1 sheet (Prices: 3 rows), ");
        assertThat(readResult(engine, findCursor(answer), ",\"mode\":\"full\"")).contains(base64(createWorkbook(3)));
    }

    @Test
    void outlinesAPdfFileByItsHeadings() throws Exception {
        Plimsoll engine = createEngine(ON);
        String answer = guard(engine, mediaResult(createManual(40)));
        assertThat(answer).contains("PDF of 40 pages").contains("Chapter of page 2 ");
        String cursor = findCursor(answer);
        assertThat(readResult(engine, cursor, ",\"path\":\"#Chapter of page 7\""))
                .contains("about topic 7,")
                .doesNotContain("topic 8,");
        assertThat(readResult(engine, cursor, ",\"find\":\"about topic 33,\"")).contains("Chapter of page 33");
    }

    @Test
    void readsTheFileByteForByte() throws Exception {
        byte[] file = createManual(60);
        Slice result = mediaResult(file);
        String cursor = findCursor(guard(createEngine(ON), result));
        // another engine opens the snapshot from the store
        String full = readResult(createEngine(ON), cursor, ",\"mode\":\"full\"");
        assertThat(full).contains(base64(file));
        assertThat(readResult(createEngine(ON), cursor, ",\"find\":\"about topic 33,\""))
                .contains("Chapter of page 33");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheTablesOfAPage(boolean isStructured) {
        StringBuilder page =
                new StringBuilder("<!DOCTYPE html><title>Shop</title><h2>Prices</h2><table><tr><th>sku<th>price");
        for (int i = 0; i < 800; i++) {
            page.append("<tr><td>A-").append(i).append("<td>").append(i).append(".5");
        }
        page.append("</table><h2>Terms</h2><p>Pay within 30 days.");
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", page.toString()).endObject().endArray();
        if (isStructured) {
            json.beginObject("structuredContent")
                    .string("result", page.toString())
                    .endObject();
        }
        Plimsoll engine = createEngine(ON);
        String answer = guard(engine, json.endObject().slice());
        assertThat(answer).contains("HTML page").doesNotContain("<table>");
        if (isStructured) {
            assertThat(answer).contains("/result");
        }
        String cursor = findCursor(answer);
        assertThat(readResult(engine, cursor, ",\"path\":\"#Prices\",\"query\":\"map(.price) | add\""))
                .contains("320000");
        assertThat(readResult(engine, cursor, ",\"path\":\"#Terms\"")).contains("Pay within 30 days.");
        assertThat(readResult(engine, cursor, ",\"mode\":\"full\"")).contains("<!DOCTYPE html>");
    }

    @Test
    void reportsWhyADocumentWasNotRead() throws Exception {
        byte[] encrypted;
        try (PdfFile file = PdfFile.of(List.of(List.of("secret"))).encrypt("password")) {
            encrypted = file.bytes();
        }
        String answer = guard(createEngine(ON), mediaResult(encrypted));
        assertThat(answer)
                .contains("A file (PDF) was not read as text: it is encrypted with a password.")
                .contains(base64(encrypted));
    }

    @Test
    void leavesOtherResultsUnchanged() {
        List<Slice> results = List.of(
                textResult("a text"),
                textResult("{\"a\":\"<html>\"}"),
                textResult("<b>not a page</b>"),
                mediaResult("no document".getBytes(UTF_8)),
                Slice.of("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\",\"blob\":\"%%%\"}}]}"),
                Slice.of("{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"<html>error\"}]}"));
        for (Slice result : results) {
            assertThat(guard(createEngine(ON), result)).isEqualTo(guard(createEngine(Policy.defaults()), result));
        }
    }

    @Test
    void readsDocumentsOfResources() {
        byte[] file = createWorkbook(5_000);
        JsonWriter json = new JsonWriter().beginObject().beginArray("contents").beginObject();
        json.string("uri", "file:///prices.xlsx")
                .string("blob", base64(file))
                .endObject()
                .endArray();
        String answer = createEngine(ON)
                .guardResource(CALL, "file:///prices.xlsx", json.endObject().slice())
                .result()
                .utf8();
        assertThat(answer)
                .contains("Prices: 5000 rows")
                .contains("The file itself: ?mode=full.")
                .doesNotContain("\"blob\"");
    }
}
