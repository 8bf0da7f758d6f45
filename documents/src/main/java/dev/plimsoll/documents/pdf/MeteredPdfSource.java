package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/** File in memory that stops a parser at the time limit. */
final class MeteredPdfSource extends RandomAccessReadBuffer {

    private final ReadMeter meter;

    MeteredPdfSource(byte[] bytes, ReadMeter meter) {
        super(bytes);
        this.meter = meter;
    }

    @Override
    public int read() throws IOException {
        meter.step();
        return super.read();
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
        meter.step();
        return super.read(b, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
        meter.step();
        super.seek(position);
    }
}
