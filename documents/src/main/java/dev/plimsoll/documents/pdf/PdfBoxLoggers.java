package dev.plimsoll.documents.pdf;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Turns off the loggers of PDFBox, because their messages contain parts of documents. */
final class PdfBoxLoggers {

    /** Strong references, because the log manager keeps only weak ones. */
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("org.apache.pdfbox"), Logger.getLogger("org.apache.fontbox"));

    static {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    private PdfBoxLoggers() {}

    /** Turns off the loggers, by loading this class. */
    static void turnOff() {
        // see the static initializer
    }
}
