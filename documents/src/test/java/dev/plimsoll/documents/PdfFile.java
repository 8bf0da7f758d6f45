package dev.plimsoll.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;

/** Creates PDF files for tests. The font size of their lines is 10, or 18 if they begin with {@code !}. */
final class PdfFile implements AutoCloseable {

    private final PDDocument document = new PDDocument();

    static PdfFile of(List<List<String>> pages) throws IOException {
        PdfFile file = new PdfFile();
        for (List<String> lines : pages) {
            PDPage page = new PDPage();
            file.document.addPage(page);
            if (lines.isEmpty()) {
                continue;
            }
            try (PDPageContentStream content = new PDPageContentStream(file.document, page)) {
                content.beginText();
                content.newLineAtOffset(50, 700);
                for (String line : lines) {
                    boolean isLarge = line.startsWith("!");
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), isLarge ? 18 : 10);
                    content.showText(isLarge ? line.substring(1) : line);
                    content.newLineAtOffset(0, -20);
                }
                content.endText();
            }
        }
        return file;
    }

    /** Adds a bookmark. Pages are counted from 0. */
    PdfFile withBookmark(String title, int page) {
        PDDocumentOutline outline = document.getDocumentCatalog().getDocumentOutline();
        if (outline == null) {
            outline = new PDDocumentOutline();
            document.getDocumentCatalog().setDocumentOutline(outline);
        }
        PDOutlineItem item = new PDOutlineItem();
        item.setTitle(title);
        item.setDestination(document.getPage(page));
        outline.addLast(item);
        return this;
    }

    PdfFile encrypt(String userPassword) throws IOException {
        document.protect(new StandardProtectionPolicy("owner", userPassword, new AccessPermission()));
        return this;
    }

    PDDocument document() {
        return document;
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document.save(out);
        return out.toByteArray();
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}
