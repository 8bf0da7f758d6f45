package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the Markdown and JSON of small documents. */
class DocumentReaderTest {

    private final StandardDocumentReader reader = new StandardDocumentReader();

    private String read(byte[] bytes) throws UnreadableDocumentException {
        return reader.read(null, bytes).text();
    }

    private String readHtml(String page) throws UnreadableDocumentException {
        return reader.read("text/html", page.getBytes(UTF_8)).text();
    }

    @Test
    void readsThePagesOfAPdfFile() throws Exception {
        try (PdfFile file = PdfFile.of(List.of(
                List.of("!Refunds", "Send it back", "within 30 days.", "No questions."),
                List.of(),
                List.of("#1 is not a heading", "and this", "is text", "too")))) {
            DocumentText text = reader.read("application/octet-stream", file.bytes());
            assertThat(text.description()).isEqualTo("PDF of 3 pages; page 2 has no text");
            assertThat(text.text()).isEqualTo("""
                        [page 1]
                        # Refunds
                        Send it back
                        within 30 days.
                        No questions.

                        [page 2]

                        [page 3]
                        \\#1 is not a heading
                        and this
                        is text
                        too
                        """);
        }
    }

    @Test
    void usesBookmarksAsHeadings() throws Exception {
        try (PdfFile file = PdfFile.of(List.of(List.of("3.2 Refunds", "Send it back"), List.of("Other words")))
                .withBookmark("Refunds", 0)
                .withBookmark("Repairs", 1)) {
            assertThat(read(file.bytes()))
                    .isEqualTo("[page 1]\n# 3.2 Refunds\nSend it back\n\n[page 2]\n# Repairs\nOther words\n");
        }
    }

    @Test
    void reportsWhyAPdfFileHasNoText() throws Exception {
        try (PdfFile scanned = PdfFile.of(List.of(List.of(), List.of()));
                PdfFile encrypted = PdfFile.of(List.of(List.of("secret"))).encrypt("password");
                PdfFile readable = PdfFile.of(List.of(List.of("not secret"))).encrypt("")) {
            byte[] scannedBytes = scanned.bytes();
            byte[] encryptedBytes = encrypted.bytes();
            assertThatThrownBy(() -> read(scannedBytes))
                    .isInstanceOf(UnreadableDocumentException.class)
                    .hasMessage("its pages have no text; they are probably scanned images");
            assertThatThrownBy(() -> read(encryptedBytes)).hasMessage("it is encrypted with a password");
            assertThat(read(readable.bytes())).contains("not secret");
        }
    }

    @Test
    void writesNoFileForFontsThatAreNotEmbedded() throws Exception {
        Path fontList = Path.of(System.getProperty("user.home"), ".pdfbox.cache");
        boolean existed = Files.exists(fontList);
        try (PdfFile file = PdfFile.of(List.of(List.of("Helvetica is not embedded")))) {
            assertThat(read(file.bytes())).contains("Helvetica is not embedded");
        }
        assertThat(Files.exists(fontList)).isEqualTo(existed);
    }

    @Test
    void writesHeadingsListsLinksAndCode() throws UnreadableDocumentException {
        String page = "<!doctype html><title>T</title><body><h1>Shop</h1><p>See <a href='/terms'>the terms</a>"
                + " &amp; <a href='#x'>here</a>.<ul><li>one<li>two<ol><li>inner</ol></ul><pre>a\n  b</pre>"
                + "<script>alert(1)</script><p hidden>secret<p style='display: none'>secret<h2>End</h2>";
        assertThat(readHtml(page)).isEqualTo("""
                        # Shop

                        See [the terms](/terms) & here.

                        - one
                        - two
                          1. inner

                        ```
                        a
                          b
                        ```

                        ## End
                        """);
    }

    @Test
    void writesTablesWithMergedCells() throws UnreadableDocumentException {
        String page =
                "<html><title>Prices</title><table><caption>2026</caption><tr><th rowspan=2>sku<th colspan=2>price"
                        + "<tr><th>net<th>gross<tr><td>a|b<td>1.5<td>1.8<tr><td>c<td colspan=2>none</table>";
        DocumentText text = reader.read("text/html; charset=utf-8", page.getBytes(UTF_8));
        assertThat(text.text()).isEqualTo("""
                        # Prices

                        2026

                        | sku | price net | price gross |
                        | --- | --- | --- |
                        | a\\|b | 1.5 | 1.8 |
                        | c | none | none |
                        """);
        assertThat(text.description()).isEqualTo("HTML page \"Prices\" with 1 table");
    }

    @Test
    void readsThePageInItsCharacterSet() throws UnreadableDocumentException {
        byte[] latin = "<html><meta charset=iso-8859-1><p>Gr\u00fc\u00dfe".getBytes(ISO_8859_1);
        assertThat(reader.read(null, latin).text()).isEqualTo("Gr\u00fc\u00dfe\n");
    }

    @Test
    void readsTheSheetsOfAWorkbook() throws UnreadableDocumentException {
        XlsxFile file = new XlsxFile();
        String title = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Report</t></is></c></row>";
        String header = "<row r=\"3\"><c r=\"A3\" t=\"s\"><v>" + file.addSharedString("id")
                + "</v></c><c r=\"B3\" t=\"s\"><v>" + file.addSharedString("day") + "</v></c><c r=\"C3\" t=\"s\"><v>"
                + file.addSharedString("sum") + "</v></c></row>";
        String rows =
                "<row r=\"4\"><c r=\"A4\" t=\"str\"><f>A&amp;B</f><v>007</v></c><c r=\"B4\" s=\"1\"><v>46054</v></c>"
                        + "<c r=\"C4\"><f>SUM(1)</f><v>1.1000000000000001</v></c></row><row r=\"9\"><c r=\"A9\" t=\"e\"><v>#N/A</v></c>"
                        + "<c r=\"B9\" s=\"2\"><v>46054.5</v></c><c r=\"C9\" t=\"b\"><v>1</v></c></row>";
        DocumentText text = reader.read(
                null,
                file.sheet(
                                "Orders",
                                "visible",
                                title + header + rows,
                                "<mergeCells><mergeCell ref=\"A1:C1\"/></mergeCells>")
                        .sheet(
                                "Rates",
                                "hidden",
                                "<row><c><v>5</v></c><c s=\"3\"><v>0.25</v></c><c s=\"4\"><v>1.5</v></c></row>",
                                "")
                        .bytes());
        assertThat(text.description()).isEqualTo("spreadsheet of 2 sheets (Orders: 2 rows, Rates (hidden): 1 row)");
        assertThat(text.text())
                .isEqualTo(
                        "{\"Orders\":{\"before\":[\"Report\"],\"records\":[{\"id\":\"007\",\"day\":\"2026-02-01\",\"sum\":1.1},"
                                + "{\"id\":\"#N/A\",\"day\":\"2026-02-01T12:00:00\",\"sum\":true}]},"
                                + "\"Rates\":[{\"c1\":5,\"c2\":\"06:00:00\",\"c3\":\"36:00:00\"}]}");
    }

    @ParameterizedTest
    @CsvSource({"1, 1900-01-01", "59, 1900-02-28", "61, 1900-03-01", "36526, 2000-01-01", "2958465, 9999-12-31"})
    void countsDaysAsSpreadsheetsDo(String serial, String date) throws UnreadableDocumentException {
        String row = "<row><c s=\"1\"><v>" + serial + "</v></c></row>";
        assertThat(read(new XlsxFile().sheet("S", "visible", row, "").bytes()))
                .isEqualTo("[{\"c1\":\"" + date + "\"}]");
    }

    @Test
    void countsDaysFrom1904IfTheWorkbookDoes() throws UnreadableDocumentException {
        String row = "<row><c s=\"1\"><v>0</v></c></row>";
        assertThat(read(new XlsxFile()
                        .withDatesFrom1904()
                        .sheet("S", "visible", row, "")
                        .bytes()))
                .isEqualTo("[{\"c1\":\"1904-01-01\"}]");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "0.10000000000000001, 0.1",
        "1E-3, 0.001",
        "12345678901234567890.12, 12345678901234567890.12",
        "12345678901234567, 12345678901234567",
        "1.50, 1.5",
        "-0, 0",
    })
    void keepsNumbersExact(String cell, String expectedNumber) throws UnreadableDocumentException {
        String row = "<row><c><v>" + cell + "</v></c></row>";
        assertThat(read(new XlsxFile().sheet("S", "visible", row, "").bytes()))
                .isEqualTo("[{\"c1\":" + expectedNumber + "}]");
    }

    @Test
    void readsOdsFiles() throws UnreadableDocumentException {
        String content = "<d><style name='h'><table-properties display='false'/></style><table name='S' style-name='h'>"
                + "<table-row><table-cell value-type='string'><p>a</p></table-cell><table-cell value-type='string'><p>b</p>"
                + "</table-cell></table-row><table-row number-rows-repeated='2'><table-cell value-type='float' value='1.25'>"
                + "<p>1,3</p></table-cell><table-cell value-type='date' date-value='2026-01-02'><p>x</p></table-cell></table-row>"
                + "<table-row number-rows-repeated='1048570'><table-cell number-columns-repeated='16384'/></table-row></table></d>";
        DocumentText text = reader.read(null, XlsxFile.ods(content));
        assertThat(text.text()).isEqualTo("[{\"a\":1.25,\"b\":\"2026-01-02\"},{\"a\":1.25,\"b\":\"2026-01-02\"}]");
        assertThat(text.description()).isEqualTo("spreadsheet of 1 sheet (S (hidden): 2 rows)");
    }

    @Test
    void countsFormulasThatWereSavedWithoutTheirValues() throws UnreadableDocumentException {
        String row = "<row><c><v>5</v></c><c><f>A1*2</f></c><c><f>A1*3</f><v>15</v></c><c><f>A1*4</f></c>"
                + "<c><f>A1*5</f><v/></c><c t='str'><f>A1</f><v></v></c></row>";
        DocumentText xlsx =
                reader.read(null, new XlsxFile().sheet("S", "visible", row, "").bytes());
        assertThat(xlsx.text()).isEqualTo("[{\"c1\":5,\"c2\":null,\"c3\":15}]");
        assertThat(xlsx.description()).isEqualTo("spreadsheet of 1 sheet (S: 1 row, 3 formulas without a saved value)");
        DocumentText ods = reader.read(
                null,
                XlsxFile.ods("<d><table name='S'><table-row><table-cell value-type='float' value='5'/>"
                        + "<table-cell formula='of:=[.A1]*2'/></table-row></table></d>"));
        assertThat(ods.description()).isEqualTo("spreadsheet of 1 sheet (S: 1 row, 1 formula without a saved value)");
    }

    @ParameterizedTest
    @CsvSource({
        "application/pdf, not a pdf, false",
        "text/html, <p>fragment, true",
        "text/plain, <p>fragment, false",
        "text/plain, <!DOCTYPE html><p>x, true",
        "text/html, no tags, false",
        "application/zip, PK, false",
    })
    void recognizesDocumentsByMimeTypeAndFirstBytes(String mimeType, String start, boolean expected) {
        assertThat(reader.canRead(mimeType, start.getBytes(UTF_8))).isEqualTo(expected);
    }

    @Test
    void isFoundByTheServiceLoader() throws IOException {
        assertThat(DocumentReader.installed().canRead(null, "%PDF-1.7".getBytes(UTF_8)))
                .isTrue();
    }
}
