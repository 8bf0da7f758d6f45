package dev.plimsoll.documents.limit;

import java.io.ByteArrayOutputStream;

/** Output stream in memory for unpacked bytes, which a {@link ReadMeter} counts. */
public final class MeteredOutputStream extends ByteArrayOutputStream {

    private final ReadMeter meter;

    public MeteredOutputStream(ReadMeter meter, int capacity) {
        super(capacity);
        this.meter = meter;
    }

    @Override
    public synchronized void write(int b) {
        meter.addUnpackedBytes(1);
        super.write(b);
    }

    @Override
    public synchronized void write(byte[] b, int offset, int length) {
        meter.addUnpackedBytes(length);
        super.write(b, offset, length);
    }
}
