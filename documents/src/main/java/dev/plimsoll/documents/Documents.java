package dev.plimsoll.documents;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.html.HtmlReader;
import dev.plimsoll.documents.limit.DocumentLimits;
import dev.plimsoll.documents.limit.LimitExceededException;
import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.documents.pdf.PdfReader;
import dev.plimsoll.documents.sheet.OdsReader;
import dev.plimsoll.documents.sheet.XlsxReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads PDF files and HTML pages as Markdown, and spreadsheets (xlsx, ods) as records. It opens no file and no connection, and
 * evaluates nothing: no scripts, no formulas, no external references. Thread-safe.
 */
public final class Documents implements DocumentReader {

    private final DocumentLimits limits;
    private final LongSupplier clock;

    /** Creates a reader with {@link DocumentLimits#STANDARD}. */
    public Documents() {
        this(DocumentLimits.STANDARD);
    }

    /** Creates a reader with limits. */
    public Documents(DocumentLimits limits) {
        this(limits, System::nanoTime);
    }

    Documents(DocumentLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public boolean accepts(@Nullable String mimeType, byte[] start) {
        return FileType.find(mimeType, start) != null;
    }

    @Override
    public DocumentText read(@Nullable String mimeType, byte[] bytes) throws UnreadableDocumentException {
        byte[] start = bytes.length <= START_BYTES ? bytes : Arrays.copyOf(bytes, START_BYTES);
        FileType type = FileType.find(mimeType, start);
        if (type == null) {
            throw new UnreadableDocumentException(
                    "unknown", "its bytes are not those of a PDF, HTML, xlsx, or ods document");
        }
        if (bytes.length > limits.fileBytes()) {
            throw new UnreadableDocumentException(
                    type.label(), "it is larger than " + (limits.fileBytes() >> 20) + " MB");
        }
        ReadMeter meter = new ReadMeter(limits, clock);
        try {
            DocumentText text = switch (type) {
                case PDF -> PdfReader.read(bytes, meter);
                case HTML -> HtmlReader.read(bytes, mimeType, meter);
                case XLSX -> XlsxReader.read(bytes, meter);
                case ODS -> OdsReader.read(bytes, meter);
            };
            meter.check();
            return text;
        } catch (UnreadableDocumentException e) {
            throw e;
        } catch (LimitExceededException e) {
            throw new UnreadableDocumentException(type.label(), reason(meter, type));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new UnreadableDocumentException(type.label(), reason(meter, type));
        }
    }

    /** Returns why a reader failed; the text of the failure may contain parts of the document. */
    private static String reason(ReadMeter meter, FileType type) {
        try {
            meter.check();
        } catch (LimitExceededException e) {
            return Objects.requireNonNullElse(e.getMessage(), "");
        }
        return "it is not a valid " + type.label() + " file";
    }
}
