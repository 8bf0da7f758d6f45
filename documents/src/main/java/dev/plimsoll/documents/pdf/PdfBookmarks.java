package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.documents.pdf.PdfHeadings.Bookmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.jspecify.annotations.Nullable;

/** Reads the bookmarks of a PDF file, which may refer to each other cyclically. */
final class PdfBookmarks {

    private static final int MAX_BOOKMARKS = 20_000;
    private static final int MAX_DEPTH = 6;

    private final PDDocument document;
    private final ReadMeter meter;
    private final Map<COSDictionary, Integer> pageNumbers = new HashMap<>();
    private final Map<Integer, List<Bookmark>> bookmarks = new HashMap<>();
    private int count;

    private PdfBookmarks(PDDocument document, ReadMeter meter) {
        this.document = document;
        this.meter = meter;
    }

    /** Returns the bookmarks by the number of their page, counted from 0. */
    static Map<Integer, List<Bookmark>> read(PDDocument document, ReadMeter meter) throws IOException {
        PdfBookmarks reader = new PdfBookmarks(document, meter);
        PDDocumentOutline outline = document.getDocumentCatalog().getDocumentOutline();
        if (outline != null) {
            for (PDPage page : document.getPages()) {
                meter.countStep();
                reader.pageNumbers.put(page.getCOSObject(), reader.pageNumbers.size());
            }
            reader.addSiblings(outline.getFirstChild(), 1);
        }
        return reader.bookmarks;
    }

    private void addSiblings(@Nullable PDOutlineItem first, int level) throws IOException {
        for (PDOutlineItem item = first; item != null && count < MAX_BOOKMARKS; item = item.getNextSibling()) {
            meter.checkTime();
            count++;
            PDPage page = item.findDestinationPage(document);
            Integer pageNumber = page == null ? null : pageNumbers.get(page.getCOSObject());
            String title = item.getTitle();
            if (pageNumber != null && title != null && !title.isBlank()) {
                meter.addCharacters(title.length());
                bookmarks
                        .computeIfAbsent(pageNumber, key -> new ArrayList<>())
                        .add(new Bookmark(title.strip().replaceAll("\\s+", " "), level));
            }
            if (level < MAX_DEPTH) {
                addSiblings(item.getFirstChild(), level + 1);
            }
        }
    }
}
