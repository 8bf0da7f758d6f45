package dev.plimsoll.documents.pdf;

import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.documents.pdf.PdfHeadings.Bookmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/** Converts PDF files to Markdown: for each page, a line with its number, and its lines and headings. */
public final class PdfReader {

    /** Maximum number of pages without text that a description lists. */
    private static final int MAX_LISTED_PAGES = 8;

    private final ReadMeter meter;
    private final StringBuilder text = new StringBuilder();

    private PdfReader(ReadMeter meter) {
        this.meter = meter;
    }

    /** Converts a file. */
    public static DocumentText read(byte[] bytes, ReadMeter meter) throws IOException, UnreadableDocumentException {
        PdfBoxLoggers.turnOff();
        BuiltInFonts.enable();
        try (PDDocument document = new BoundedPdfParser(new MeteredPdfSource(bytes, meter), meter).parse()) {
            List<List<PdfLine>> pages = PdfPages.extract(document, meter);
            meter.rethrowExceeded();
            PdfHeadings headings = PdfHeadings.create(PdfBookmarks.read(document, meter), pages);
            PdfReader reader = new PdfReader(meter);
            reader.writePages(pages, headings);
            return new DocumentText(reader.text.toString(), describe(pages));
        } catch (InvalidPasswordException e) {
            throw new UnreadableDocumentException("PDF", "it is encrypted with a password");
        } finally {
            BuiltInFonts.disable();
        }
    }

    private static String describe(List<List<PdfLine>> pages) throws UnreadableDocumentException {
        List<Integer> emptyPages = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).isEmpty()) {
                emptyPages.add(i + 1);
            }
        }
        if (emptyPages.size() == pages.size()) {
            throw new UnreadableDocumentException(
                    "PDF",
                    pages.size() == 1
                            ? "its page has no text; it is probably a scanned image"
                            : "its pages have no text; they are probably scanned images");
        }
        String description = "PDF of " + pages.size() + (pages.size() == 1 ? " page" : " pages");
        if (emptyPages.isEmpty()) {
            return description;
        }
        if (emptyPages.size() > MAX_LISTED_PAGES) {
            return description + "; " + emptyPages.size() + " pages have no text, the first is page "
                    + emptyPages.get(0);
        }
        String numbers =
                String.join(", ", emptyPages.stream().map(String::valueOf).toList());
        return description
                + (emptyPages.size() == 1
                        ? "; page " + numbers + " has no text"
                        : "; pages " + numbers + " have no text");
    }

    private void writePages(List<List<PdfLine>> pages, PdfHeadings headings) {
        for (int i = 0; i < pages.size(); i++) {
            text.append(i == 0 ? "" : "\n").append("[page ").append(i + 1).append("]\n");
            List<Bookmark> remaining = new ArrayList<>(headings.bookmarks().getOrDefault(i, List.of()));
            List<String> lines = new ArrayList<>();
            for (PdfLine line : pages.get(i)) {
                meter.countStep();
                Bookmark matchedBookmark = PdfHeadings.find(remaining, line.text());
                int level = matchedBookmark == null ? headings.levelOf(line) : matchedBookmark.level();
                if (matchedBookmark != null) {
                    // also write the bookmarks before it, whose titles are not on the page
                    int matchedIndex = remaining.indexOf(matchedBookmark);
                    remaining
                            .subList(0, matchedIndex)
                            .forEach(bookmark -> lines.add(heading(bookmark.level(), bookmark.title())));
                    remaining.subList(0, matchedIndex + 1).clear();
                }
                lines.add(level > 0 ? heading(level, line.text()) : escapeMarkup(line.text()));
            }
            int start = text.length();
            remaining.forEach(bookmark ->
                    text.append(heading(bookmark.level(), bookmark.title())).append('\n'));
            lines.forEach(line -> text.append(line).append('\n'));
            meter.addCharacters(text.length() - start);
        }
    }

    private static String heading(int level, String title) {
        return "#".repeat(level) + " " + title;
    }

    /** Escapes a line that Markdown would interpret as a heading or as code. */
    private static String escapeMarkup(String line) {
        return line.startsWith("#") || line.startsWith("```") || line.startsWith("~~~") ? "\\" + line : line;
    }
}
