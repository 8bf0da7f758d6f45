package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.limit.DocumentLimits;
import java.time.Duration;
import java.util.Arrays;

/** Fuzzes the readers. Each input must give the same text, or the same reason for a failure, twice. */
class DocumentReaderFuzzTest {

    private static final StandardDocumentReader DOCUMENTS = new StandardDocumentReader(
            new DocumentLimits(Duration.ofSeconds(10), 1 << 20, 16L << 20, 1 << 20, 100_000));

    private static String readTextOrReason(byte[] bytes) {
        try {
            DocumentText text = DOCUMENTS.read(null, bytes);
            return text.description() + text.text();
        } catch (UnreadableDocumentException e) {
            assertThat(e.getMessage()).isNotBlank();
            return String.valueOf(e.getMessage());
        }
    }

    private static void checkReadsEqually(byte[] bytes) {
        if (bytes.length > 0 && DOCUMENTS.canRead(null, bytes.length < 4096 ? bytes : Arrays.copyOf(bytes, 4096))) {
            assertThat(readTextOrReason(bytes)).isEqualTo(readTextOrReason(bytes));
        }
    }

    private static byte[] concatenate(String start, byte[] data) {
        byte[] prefix = start.getBytes(UTF_8);
        byte[] bytes = Arrays.copyOf(prefix, prefix.length + data.length);
        System.arraycopy(data, 0, bytes, prefix.length, data.length);
        return bytes;
    }

    @FuzzTest
    void readsAnyPdfFile(byte[] data) {
        checkReadsEqually(concatenate("%PDF-1.7\n", data));
    }

    @FuzzTest
    void readsAnyPage(byte[] data) {
        checkReadsEqually(concatenate("<html>", data));
    }

    @FuzzTest
    void readsAnyWorkbook(byte[] data) {
        String text = new String(data, UTF_8);
        checkReadsEqually(new XlsxFile().sheet("S", "visible", text, "").bytes());
        checkReadsEqually(XlsxFile.ods(text));
    }
}
