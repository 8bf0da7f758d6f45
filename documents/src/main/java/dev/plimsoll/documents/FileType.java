package dev.plimsoll.documents;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Type of a document. It is detected from the first bytes. The MIME type decides only if these are the beginning of a
 * ZIP file that does not show its content, or of markup without an HTML declaration.
 */
enum FileType {
    PDF("PDF"),
    HTML("HTML"),
    XLSX("xlsx"),
    ODS("ods");

    private static final String ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

    private final String label;

    FileType(String label) {
        this.label = label;
    }

    /** Returns the name of the type for messages. */
    String label() {
        return label;
    }

    /** Returns the type of a document from its MIME type and first bytes; null for other documents. */
    static @Nullable FileType find(@Nullable String mimeType, byte[] start) {
        String type = mimeType == null ? "" : mimeType.toLowerCase(Locale.ROOT);
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.indexOf("%PDF-") >= 0 && text.indexOf("%PDF-") < 1024) {
            return PDF;
        }
        if (text.startsWith("PK\u0003\u0004")) {
            return text.contains("mimetype" + ODS_TYPE) || type.equals(ODS_TYPE)
                    ? ODS
                    : type.contains("spreadsheetml.sheet")
                                    || text.contains("[Content_Types].xml")
                                    || text.contains("xl/")
                            ? XLSX
                            : null;
        }
        return isHtml(type, text) ? HTML : null;
    }

    private static boolean isHtml(String type, String text) {
        boolean isStatedType = type.startsWith("text/html") || type.startsWith("application/xhtml+xml");
        String start = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
        String lowerCase = start.stripLeading().toLowerCase(Locale.ROOT);
        boolean startsWithHtml = lowerCase.startsWith("<!doctype html") || lowerCase.startsWith("<html");
        // XHTML may begin with an XML declaration or a comment
        boolean hasHtmlAfterProlog = (lowerCase.startsWith("<?xml") || lowerCase.startsWith("<!--"))
                && (lowerCase.contains("<html") || lowerCase.contains("<!doctype html"));
        return startsWithHtml || hasHtmlAfterProlog || (isStatedType && lowerCase.startsWith("<"));
    }
}
