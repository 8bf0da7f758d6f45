package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** Extracts the lines of each page of a PDF file. */
final class PdfPages extends PDFTextStripper {

    private final ReadMeter meter;
    private final List<List<PdfLine>> pages = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    /** Sum of the font sizes of the characters in the line. */
    private float fontSizes;

    private int characters;

    private PdfPages(ReadMeter meter) {
        this.meter = meter;
        setLineSeparator("\n");
        // beads describe the order of columns, but are wrong in many files
        setShouldSeparateByBeads(false);
    }

    static List<List<PdfLine>> extract(PDDocument document, ReadMeter meter) throws IOException {
        PdfPages stripper = new PdfPages(meter);
        stripper.writeText(document, Writer.nullWriter());
        stripper.addPagesUpTo(document.getNumberOfPages());
        return stripper.pages;
    }

    @Override
    protected void startPage(PDPage page) {
        meter.checkTime();
        addPagesUpTo(getCurrentPageNo());
    }

    /** Adds empty pages up to this number, because PDFBox does not report pages without content. */
    private void addPagesUpTo(int number) {
        while (pages.size() < number) {
            meter.addCharacters(1);
            pages.add(new ArrayList<>());
        }
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        meter.countStep();
        super.processOperator(operator, operands);
    }

    @Override
    protected void processTextPosition(TextPosition text) {
        meter.addCharacters(1);
        super.processTextPosition(text);
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
        meter.addCharacters(text.length());
        line.append(text);
        for (TextPosition position : positions) {
            fontSizes += position.getFontSizeInPt();
            characters++;
        }
    }

    @Override
    protected void writeWordSeparator() {
        line.append(' ');
    }

    @Override
    protected void writeLineSeparator() {
        endLine();
    }

    @Override
    protected void endPage(PDPage page) {
        endLine();
    }

    private void endLine() {
        String text = line.toString().strip();
        if (!text.isEmpty()) {
            pages.get(pages.size() - 1).add(new PdfLine(text, characters == 0 ? 0 : fontSizes / characters));
        }
        line.setLength(0);
        fontSizes = 0;
        characters = 0;
    }
}
