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

    private Plimsoll engine(Policy policy) {
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

    /** Returns the result that the file server of the MCP project sends: a block, and the same in structured content. */
    private static Slice media(byte[] bytes) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        writeBlob(bytes, json);
        json.endArray().beginObject("structuredContent").beginArray("content");
        writeBlob(bytes, json);
        return json.endArray().endObject().endObject().slice();
    }

    private static Slice text(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        return json.string("type", "text")
                .string("text", text)
                .endObject()
                .endArray()
                .endObject()
                .slice();
    }

    private static byte[] workbook(int rows) {
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

    private static byte[] manual(int pages) throws IOException {
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

    private static String answer(Plimsoll engine, Slice result) {
        return engine.guard(CALL, RawResult.of(result)).result().utf8();
    }

    private static String cursor(String answer) {
        Matcher matcher = CURSOR.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }

    private static String read(Plimsoll engine, String cursor, String arguments) {
        String json = "{\"cursor\":\"" + cursor + "\"" + arguments + "}";
        return engine.read(CALL, Slice.of(json)).result().utf8();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void viewReadsTheTextOfADocument() {
        Slice arguments = Slice.of("{\"query\":\"length, .[7].price\"}");

        assertThat(engine(ON)
                        .evaluate(CALL, media(workbook(500)), arguments)
                        .bytes()
                        .utf8())
                .isEqualTo("[500,7.5]");
    }

    @Test
    void leavesResultsUnchangedWithoutThePolicyKey() throws Exception {
        List<Slice> results = List.of(
                media(workbook(10)),
                media(workbook(5_000)),
                media(manual(20)),
                text("<html><h1>x</h1>" + "<p>y".repeat(9_000)));
        for (Slice result : results) {
            Plimsoll none = Plimsoll.builder()
                    .store(SnapshotStore.inMemory(
                            new StoreLimits(1 << 28, 1 << 28, 1000), new FakeClock(), new Random(1)))
                    .keys(KeyRing.of(new byte[32]))
                    .documentReader(DocumentReader.NONE)
                    .build();
            Plimsoll off = Plimsoll.builder()
                    .store(SnapshotStore.inMemory(
                            new StoreLimits(1 << 28, 1 << 28, 1000), new FakeClock(), new Random(1)))
                    .keys(KeyRing.of(new byte[32]))
                    .documentReader(new StandardDocumentReader())
                    .build();
            assertThat(answer(off, result)).isEqualTo(answer(none, result));
        }
    }

    @Test
    void queriesAWorkbook() {
        Plimsoll engine = engine(ON);
        String answer = answer(engine, media(workbook(5_000)));
        assertThat(answer)
                .contains("Text of a file: spreadsheet of 1 sheet (Prices: 5000 rows), ")
                .contains("The file itself: mode = full.")
                .doesNotContain("blob");
        assertThat(answer.length()).isLessThan(20_000);
        assertThat(read(engine, cursor(answer), ",\"query\":\"map(.price) | add\""))
                .contains("12500000");
    }

    @Test
    void givesTheWholeTextOfASmallDocumentWithANote() {
        Plimsoll engine = engine(ON);
        Outcome outcome = engine.guard(CALL, RawResult.of(media(workbook(3))));
        String answer = outcome.result().utf8();
        assertThat(answer).contains("A-2").contains("[Text of a file: spreadsheet of 1 sheet (Prices: 3 rows), ");
        assertThat(read(engine, cursor(answer), ",\"mode\":\"full\"")).contains(base64(workbook(3)));
    }

    @Test
    void outlinesAPdfFileByItsHeadings() throws Exception {
        Plimsoll engine = engine(ON);
        String answer = answer(engine, media(manual(40)));
        assertThat(answer).contains("PDF of 40 pages").contains("Chapter of page 2 ");
        String cursor = cursor(answer);
        assertThat(read(engine, cursor, ",\"path\":\"#Chapter of page 7\""))
                .contains("about topic 7,")
                .doesNotContain("topic 8,");
        assertThat(read(engine, cursor, ",\"find\":\"about topic 33,\"")).contains("Chapter of page 33");
    }

    @Test
    void readsTheFileByteForByte() throws Exception {
        byte[] file = manual(60);
        Slice result = media(file);
        String cursor = cursor(answer(engine(ON), result));
        // another engine opens the snapshot from the store
        String full = read(engine(ON), cursor, ",\"mode\":\"full\"");
        assertThat(full).contains(base64(file));
        assertThat(read(engine(ON), cursor, ",\"find\":\"about topic 33,\"")).contains("Chapter of page 33");
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
        Plimsoll engine = engine(ON);
        String answer = answer(engine, json.endObject().slice());
        assertThat(answer).contains("HTML page").doesNotContain("<table>");
        if (isStructured) {
            assertThat(answer).contains("/result");
        }
        String cursor = cursor(answer);
        assertThat(read(engine, cursor, ",\"path\":\"#Prices\",\"query\":\"map(.price) | add\""))
                .contains("320000");
        assertThat(read(engine, cursor, ",\"path\":\"#Terms\"")).contains("Pay within 30 days.");
        assertThat(read(engine, cursor, ",\"mode\":\"full\"")).contains("<!DOCTYPE html>");
    }

    @Test
    void saysWhyADocumentWasNotRead() throws Exception {
        byte[] encrypted;
        try (PdfFile file = PdfFile.of(List.of(List.of("secret"))).encrypted("password")) {
            encrypted = file.bytes();
        }
        String answer = answer(engine(ON), media(encrypted));
        assertThat(answer)
                .contains("A file (PDF) was not read as text: it is encrypted with a password.")
                .contains(base64(encrypted));
    }

    @Test
    void leavesOtherResultsUnchanged() {
        List<Slice> results = List.of(
                text("a text"),
                text("{\"a\":\"<html>\"}"),
                text("<b>not a page</b>"),
                media("no document".getBytes(UTF_8)),
                Slice.of("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\",\"blob\":\"%%%\"}}]}"),
                Slice.of("{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"<html>error\"}]}"));
        for (Slice result : results) {
            assertThat(answer(engine(ON), result)).isEqualTo(answer(engine(Policy.defaults()), result));
        }
    }

    @Test
    void readsDocumentsOfResources() {
        byte[] file = workbook(5_000);
        JsonWriter json = new JsonWriter().beginObject().beginArray("contents").beginObject();
        json.string("uri", "file:///prices.xlsx")
                .string("blob", base64(file))
                .endObject()
                .endArray();
        String answer = engine(ON)
                .guardResource(CALL, "file:///prices.xlsx", json.endObject().slice())
                .result()
                .utf8();
        assertThat(answer)
                .contains("Prices: 5000 rows")
                .contains("The file itself: ?mode=full.")
                .doesNotContain("\"blob\"");
    }
}
