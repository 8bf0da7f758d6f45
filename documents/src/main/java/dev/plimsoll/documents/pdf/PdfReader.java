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

/** Reads PDF files as Markdown: the lines of each page after a line with its number, and headings. */
public final class PdfReader {

    /** Pages without text that a description names. */
    private static final int MAX_NAMED = 8;

    private final ReadMeter meter;
    private final StringBuilder text = new StringBuilder();

    private PdfReader(ReadMeter meter) {
        this.meter = meter;
    }

    public static DocumentText read(byte[] bytes, ReadMeter meter) throws IOException, UnreadableDocumentException {
        PdfBoxLoggers.apply();
        BuiltInFonts.begin();
        try (PDDocument document = new BoundedPdfParser(new MeteredPdfSource(bytes, meter), meter).parse()) {
            List<List<PdfLine>> pages = PdfPages.of(document, meter);
            meter.check();
            PdfHeadings headings = PdfHeadings.of(PdfBookmarks.of(document, meter), pages);
            PdfReader reader = new PdfReader(meter);
            reader.write(pages, headings);
            return new DocumentText(reader.text.toString(), description(pages));
        } catch (InvalidPasswordException e) {
            throw new UnreadableDocumentException("PDF", "it is encrypted with a password");
        } finally {
            BuiltInFonts.end();
        }
    }

    private static String description(List<List<PdfLine>> pages) throws UnreadableDocumentException {
        List<Integer> empty = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).isEmpty()) {
                empty.add(i + 1);
            }
        }
        if (empty.size() == pages.size()) {
            throw new UnreadableDocumentException(
                    "PDF",
                    pages.size() == 1
                            ? "its page has no text, such as a scanned page"
                            : "its pages have no text, such as scanned pages");
        }
        String of = "PDF of " + pages.size() + (pages.size() == 1 ? " page" : " pages");
        if (empty.isEmpty()) {
            return of;
        }
        if (empty.size() > MAX_NAMED) {
            return of + "; " + empty.size() + " pages have no text, the first is page " + empty.get(0);
        }
        String numbers = String.join(", ", empty.stream().map(String::valueOf).toList());
        return of + (empty.size() == 1 ? "; page " + numbers + " has no text" : "; pages " + numbers + " have no text");
    }

    private void write(List<List<PdfLine>> pages, PdfHeadings headings) {
        for (int i = 0; i < pages.size(); i++) {
            text.append(i == 0 ? "" : "\n").append("[page ").append(i + 1).append("]\n");
            List<Bookmark> open = new ArrayList<>(headings.bookmarks().getOrDefault(i, List.of()));
            List<String> lines = new ArrayList<>();
            for (PdfLine line : pages.get(i)) {
                meter.step();
                Bookmark found = PdfHeadings.find(open, line.text());
                int level = found == null ? headings.levelOf(line) : found.level();
                if (found != null) {
                    // bookmarks before it whose titles are not on the page
                    int at = open.indexOf(found);
                    open.subList(0, at).forEach(missed -> lines.add(heading(missed.level(), missed.title())));
                    open.subList(0, at + 1).clear();
                }
                lines.add(level > 0 ? heading(level, line.text()) : plain(line.text()));
            }
            int start = text.length();
            open.forEach(missed ->
                    text.append(heading(missed.level(), missed.title())).append('\n'));
            lines.forEach(line -> text.append(line).append('\n'));
            meter.addCharacters(text.length() - start);
        }
    }

    private static String heading(int level, String title) {
        return "#".repeat(level) + " " + title;
    }

    /** Returns a line that Markdown does not take for a heading or for code. */
    private static String plain(String line) {
        return line.startsWith("#") || line.startsWith("```") || line.startsWith("~~~") ? "\\" + line : line;
    }
}
