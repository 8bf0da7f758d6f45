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

/** Extracts the lines of each page. */
final class PdfPages extends PDFTextStripper {

    private final ReadMeter meter;
    private final List<List<PdfLine>> pages = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    private float sizes;
    private int sized;

    private PdfPages(ReadMeter meter) {
        this.meter = meter;
        setLineSeparator("\n");
        // otherwise articles of a page, such as columns, are found by beads that many files have wrong
        setShouldSeparateByBeads(false);
    }

    static List<List<PdfLine>> of(PDDocument document, ReadMeter meter) throws IOException {
        PdfPages stripper = new PdfPages(meter);
        stripper.writeText(document, Writer.nullWriter());
        stripper.beginPages(document.getNumberOfPages());
        return stripper.pages;
    }

    @Override
    protected void startPage(PDPage page) {
        meter.checkTime();
        beginPages(getCurrentPageNo());
    }

    /** Begins pages up to this number; the pages without any content are not reported. */
    private void beginPages(int number) {
        while (pages.size() < number) {
            meter.addCharacters(1);
            pages.add(new ArrayList<>());
        }
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        meter.step();
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
            sizes += position.getFontSizeInPt();
            sized++;
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
            pages.get(pages.size() - 1).add(new PdfLine(text, sized == 0 ? 0 : sizes / sized));
        }
        line.setLength(0);
        sizes = 0;
        sized = 0;
    }
}
