package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.MeteredOutputStream;
import dev.plimsoll.documents.limit.ReadMeter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSInputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.DecodeOptions;
import org.apache.pdfbox.filter.FilterFactory;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.io.RandomAccessReadView;
import org.apache.pdfbox.io.RandomAccessStreamCache;

/** Stream of a PDF file whose decoded bytes are counted, because PDFBox itself decodes streams of any size. */
final class BoundedPdfStream extends COSStream {

    /** Maximum number of filters of a stream; real files have at most two. */
    private static final int MAX_FILTERS = 8;

    private final ReadMeter meter;
    private final RandomAccessStreamCache cache;

    BoundedPdfStream(RandomAccessStreamCache cache, RandomAccessReadView view, ReadMeter meter) throws IOException {
        super(cache, view);
        this.cache = cache;
        this.meter = meter;
    }

    @Override
    public COSInputStream createInputStream(DecodeOptions options) throws IOException {
        RandomAccessReadBuffer decoded = new RandomAccessReadBuffer(decode(options));
        // PDFBox can create its input stream only from a stream; this one has no filters
        return new COSStream(cache, new RandomAccessReadView(decoded, 0, decoded.length(), true)).createInputStream();
    }

    @Override
    public RandomAccessRead createView() throws IOException {
        return new RandomAccessReadBuffer(decode(DecodeOptions.DEFAULT));
    }

    private byte[] decode(DecodeOptions options) throws IOException {
        meter.checkTime();
        List<COSName> names = filters();
        InputStream input = createRawInputStream();
        byte[] bytes = null;
        for (int i = 0; i < names.size(); i++) {
            MeteredOutputStream output = new MeteredOutputStream(meter, 1024);
            FilterFactory.INSTANCE.getFilter(names.get(i)).decode(input, output, this, i, options);
            bytes = output.toByteArray();
            input = new ByteArrayInputStream(bytes);
        }
        if (bytes != null) {
            return bytes;
        }
        MeteredOutputStream output = new MeteredOutputStream(meter, 1024);
        input.transferTo(output);
        return output.toByteArray();
    }

    private List<COSName> filters() throws IOException {
        COSBase filters = getFilters();
        List<COSName> names = new ArrayList<>();
        if (filters instanceof COSName name) {
            names.add(name);
        } else if (filters instanceof COSArray array) {
            for (int i = 0; i < array.size() && i <= MAX_FILTERS; i++) {
                if (!(array.getObject(i) instanceof COSName name)) {
                    throw new IOException("a filter of a stream has no name");
                }
                names.add(name);
            }
        }
        if (names.size() > MAX_FILTERS) {
            throw new IOException("a stream has more than " + MAX_FILTERS + " filters");
        }
        return names;
    }
}
