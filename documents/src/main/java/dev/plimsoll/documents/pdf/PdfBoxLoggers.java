package dev.plimsoll.documents.pdf;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Switches off the loggers of PDFBox, whose messages contain parts of documents. */
final class PdfBoxLoggers {

    /** Held, because the log manager forgets loggers that nobody holds. */
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("org.apache.pdfbox"), Logger.getLogger("org.apache.fontbox"));

    static {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    private PdfBoxLoggers() {}

    /** Switches the loggers off, when this class is loaded. */
    static void apply() {
        // see the static initializer
    }
}
