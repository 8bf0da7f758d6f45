package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.limit.DocumentLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.junit.jupiter.api.Test;

/** Tests documents that attack a reader with long computations, much memory, or references to other files. */
class HostileDocumentTest {

    private static final DocumentLimits LIMITS =
            new DocumentLimits(Duration.ofSeconds(5), 64 << 20, 64L << 20, 4 << 20, 100_000);

    private static final long MAX_NANOS = Duration.ofSeconds(30).toNanos();

    private final StandardDocumentReader reader = new StandardDocumentReader(LIMITS);

    /** Returns the text, or the reason why there is none. Fails if that takes too long. */
    private String read(byte[] bytes) {
        long start = System.nanoTime();
        String textOrReason;
        try {
            textOrReason = reader.read(null, bytes).text();
        } catch (UnreadableDocumentException e) {
            textOrReason = "NOT READ: " + e.getMessage();
        }
        assertThat(System.nanoTime() - start).isLessThan(MAX_NANOS);
        return textOrReason;
    }

    private String readSheet(String rows, String mergedCells) {
        return read(new XlsxFile().sheet("S", "visible", rows, mergedCells).bytes());
    }

    private static byte[] deflate(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = new DeflaterOutputStream(out, new Deflater(9))) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    /** Creates a PDF file of one page whose packed content is to be unpacked {@code filterCount} times. */
    private static byte[] createPdf(byte[] packed, int filterCount) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            COSStream stream = document.getDocument().createCOSStream();
            try (OutputStream out = stream.createRawOutputStream()) {
                out.write(packed);
            }
            COSArray filters = new COSArray();
            for (int i = 0; i < filterCount; i++) {
                filters.add(COSName.FLATE_DECODE);
            }
            stream.setItem(COSName.FILTER, filters);
            page.getCOSObject().setItem(COSName.CONTENTS, stream);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            document.save(out);
            return out.toByteArray();
        }
    }

    @Test
    void limitsTheUnpackedSizeOfPdfStreams() throws IOException {
        byte[] packedOnce = deflate(new byte[100 << 20]);
        byte[] packedTwice = deflate(packedOnce);
        assertThat(packedTwice.length).isLessThan(10_000);
        assertThat(read(createPdf(packedOnce, 1))).isEqualTo("NOT READ: it unpacks to more than 64 MB");
        assertThat(read(createPdf(packedTwice, 2))).isEqualTo("NOT READ: it unpacks to more than 64 MB");
    }

    @Test
    void rejectsAStreamWithManyFilters() throws IOException {
        assertThat(read(createPdf(new byte[10], 100_000))).startsWith("NOT READ: ");
    }

    @Test
    void limitsTheUnpackedSizeOfWorkbooks() {
        String row = "<row><c><v>" + "1".repeat(70 << 20) + "</v></c></row>";
        assertThat(readSheet(row, "")).isEqualTo("NOT READ: it unpacks to more than 64 MB");
        List<String> other = List.of("other", "\0".repeat(70 << 20));
        assertThat(read(XlsxFile.zip("[Content_Types].xml", "<Types/>", other)))
                .isEqualTo("NOT READ: it unpacks to more than 64 MB");
    }

    @Test
    void readsNoEntitiesAndNoOtherFiles() {
        String dtd = "<?xml version='1.0'?><!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
                + "<!ENTITY f SYSTEM 'file:///etc/hostname'>]>";
        String table = "<d><table name='S'><table-row><table-cell value-type='string'><p>x&b;&f;</p></table-cell>"
                + "</table-row></table></d>";
        assertThat(read(XlsxFile.ods(dtd + table))).startsWith("NOT READ: ");
    }

    @Test
    void stopsAtTheLimitOfCells() {
        String far = "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
        assertThat(readSheet(far.repeat(20), ""))
                .isEqualTo("[{" + "\"c1\":null" + readSheet(far, "").substring(11));
        String merged = "<mergeCells>" + "<mergeCell ref=\"A1:XFD1048576\"/>".repeat(1000) + "</mergeCells>";
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i < 500; i++) {
            rows.append("<row r=\"").append(i).append("\"><c r=\"A").append(i).append("\"><v>1</v></c></row>");
        }
        assertThat(readSheet(rows.toString(), merged)).isEqualTo("NOT READ: it has more than 100000 cells");
        String repeated = "<d><table name='S'><table-row number-rows-repeated='2000000000'><table-cell"
                + " number-columns-repeated='16000' value-type='float' value='1'/></table-row></table></d>";
        assertThat(read(XlsxFile.ods(repeated))).isEqualTo("NOT READ: it has more than 100000 cells");
    }

    @Test
    void readsDeeplyNestedPages() {
        String deep = "<html>" + "<div>".repeat(100_001) + "inside";
        assertThat(read(deep.getBytes(UTF_8))).isEqualTo("inside\n");
        String lists = "<html>" + "<ul><li>x".repeat(20_000);
        assertThat(read(lists.getBytes(UTF_8))).contains("- x");
        String tables = "<html>" + "<table><tr><td>".repeat(5_000) + "x";
        assertThat(read(tables.getBytes(UTF_8))).contains("x");
        String spans = "<html><table>" + "<tr><td rowspan=1000 colspan=1000>x<td>y".repeat(1_000);
        assertThat(read(spans.getBytes(UTF_8))).isEqualTo("NOT READ: it has more than 100000 cells");
    }

    @Test
    void readsAPdfFileWithCyclicReferences() throws IOException {
        try (PdfFile file = PdfFile.of(List.of(List.of("one line")))) {
            PDDocument document = file.document();
            PDDocumentOutline outline = new PDDocumentOutline();
            document.getDocumentCatalog().setDocumentOutline(outline);
            PDOutlineItem item = new PDOutlineItem();
            item.setTitle("again");
            outline.addLast(item);
            item.getCOSObject().setItem(COSName.NEXT, item.getCOSObject());
            item.getCOSObject().setItem(COSName.FIRST, item.getCOSObject());
            assertThat(read(file.bytes())).contains("one line");
            COSDictionary pages = document.getPages().getCOSObject();
            pages.getCOSArray(COSName.KIDS).add(pages);
            assertThat(read(file.bytes())).isNotEmpty();
        }
    }

    @Test
    void readsAPdfFileOfManyObjectsInTime() {
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        for (int i = 1; i <= 100_000; i++) {
            file.append(i).append(" 0 obj\n<< /A ").append(i + 1).append(" 0 R >>\nendobj\n");
        }
        file.append("trailer\n<< /Root 1 0 R /Size 100001 >>\nstartxref\n0\n%%EOF");
        assertThat(read(file.toString().getBytes(ISO_8859_1))).startsWith("NOT READ: ");
        String nested = "%PDF-1.4\n1 0 obj\n" + "[".repeat(200_000) + "\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF";
        assertThat(read(nested.getBytes(ISO_8859_1))).startsWith("NOT READ: ");
    }

    @Test
    void endsAtTheDeadline() throws IOException {
        byte[] operators = "q Q ".repeat(10 << 20).getBytes(ISO_8859_1);
        DocumentLimits oneSecond = new DocumentLimits(Duration.ofSeconds(1), 64 << 20, 64L << 20, 4 << 20, 100_000);
        byte[] bytes = createPdf(deflate(operators), 1);
        long start = System.nanoTime();
        Throwable refused =
                catchThrowable(() -> new StandardDocumentReader(oneSecond, new FastClock()::next).read(null, bytes));
        assertThat(refused).hasMessage("reading it takes longer than 1 s");
        assertThat(System.nanoTime() - start).isLessThan(MAX_NANOS);
    }

    /** Clock that advances by 10 ms each time it is read. */
    private static final class FastClock {

        private long now;

        long next() {
            now += 10_000_000;
            return now;
        }
    }

    @Test
    void rejectsLargeFiles() {
        DocumentLimits small = new DocumentLimits(Duration.ofSeconds(1), 1 << 20, 1, 1, 1);
        byte[] large = new byte[2 << 20];
        System.arraycopy("%PDF-1.7".getBytes(ISO_8859_1), 0, large, 0, 8);
        assertThat(catchThrowable(() -> new StandardDocumentReader(small).read(null, large)))
                .hasMessage("it is larger than 1 MB");
    }
}
