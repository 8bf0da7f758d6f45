package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/** Bytes of a PDF file that check the time limit while a parser reads them. */
final class MeteredPdfSource extends RandomAccessReadBuffer {

    private final ReadMeter meter;

    MeteredPdfSource(byte[] bytes, ReadMeter meter) {
        super(bytes);
        this.meter = meter;
    }

    @Override
    public int read() throws IOException {
        meter.countStep();
        return super.read();
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
        meter.countStep();
        return super.read(b, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
        meter.countStep();
        super.seek(position);
    }
}
