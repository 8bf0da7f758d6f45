package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.limit.DocumentLimits;
import java.time.Duration;
import java.util.Arrays;

/** Fuzzes the readers: each input gives the same text twice, or a reason. */
class DocumentReaderFuzzTest {

    private static final StandardDocumentReader DOCUMENTS = new StandardDocumentReader(
            new DocumentLimits(Duration.ofSeconds(10), 1 << 20, 16L << 20, 1 << 20, 100_000));

    private static String read(byte[] bytes) {
        try {
            DocumentText text = DOCUMENTS.read(null, bytes);
            return text.description() + text.text();
        } catch (UnreadableDocumentException e) {
            assertThat(e.getMessage()).isNotBlank();
            return String.valueOf(e.getMessage());
        }
    }

    private static void check(byte[] bytes) {
        if (bytes.length > 0 && DOCUMENTS.canRead(null, bytes.length < 4096 ? bytes : Arrays.copyOf(bytes, 4096))) {
            assertThat(read(bytes)).isEqualTo(read(bytes));
        }
    }

    private static byte[] joined(String start, byte[] data) {
        byte[] prefix = start.getBytes(UTF_8);
        byte[] all = Arrays.copyOf(prefix, prefix.length + data.length);
        System.arraycopy(data, 0, all, prefix.length, data.length);
        return all;
    }

    @FuzzTest
    void readsAnyPdfFile(byte[] data) {
        check(joined("%PDF-1.7\n", data));
    }

    @FuzzTest
    void readsAnyPage(byte[] data) {
        check(joined("<html>", data));
    }

    @FuzzTest
    void readsAnyWorkbook(byte[] data) {
        String text = new String(data, UTF_8);
        check(new XlsxFile().sheet("S", "visible", text, "").bytes());
        check(XlsxFile.ods(text));
    }
}
