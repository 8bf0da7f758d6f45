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
 * Converts PDF files and HTML pages to Markdown, and spreadsheets (xlsx, ods) to records. It opens no files and no connections, and
 * evaluates no scripts, formulas, or external references. Thread-safe.
 */
public final class StandardDocumentReader implements DocumentReader {

    private final DocumentLimits limits;
    private final LongSupplier clock;

    /** Creates a reader with {@link DocumentLimits#STANDARD}. */
    public StandardDocumentReader() {
        this(DocumentLimits.STANDARD);
    }

    /** Creates a reader with other limits. */
    public StandardDocumentReader(DocumentLimits limits) {
        this(limits, System::nanoTime);
    }

    StandardDocumentReader(DocumentLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public boolean canRead(@Nullable String mimeType, byte[] start) {
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
        if (bytes.length > limits.maxFileBytes()) {
            throw new UnreadableDocumentException(
                    type.label(), "it is larger than " + (limits.maxFileBytes() >> 20) + " MB");
        }
        ReadMeter meter = new ReadMeter(limits, clock);
        try {
            DocumentText text = switch (type) {
                case PDF -> PdfReader.read(bytes, meter);
                case HTML -> HtmlReader.read(bytes, mimeType, meter);
                case XLSX -> XlsxReader.read(bytes, meter);
                case ODS -> OdsReader.read(bytes, meter);
            };
            meter.rethrowExceeded();
            return text;
        } catch (UnreadableDocumentException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new UnreadableDocumentException(type.label(), reason(meter, type));
        }
    }

    /** Returns the reason for a failure. The message of the exception is not used, because it may contain parts of the document. */
    private static String reason(ReadMeter meter, FileType type) {
        try {
            meter.rethrowExceeded();
        } catch (LimitExceededException e) {
            return Objects.requireNonNullElse(e.getMessage(), "");
        }
        return "it is not a valid " + type.label() + " file";
    }
}
