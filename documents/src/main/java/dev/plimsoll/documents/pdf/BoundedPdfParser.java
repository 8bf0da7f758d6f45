package dev.plimsoll.documents.pdf;

import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSDocument;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.ICOSParser;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessStreamCache;
import org.apache.pdfbox.pdfparser.PDFParser;

/** Parser of PDF files that works in memory, and creates {@link BoundedPdfStream}s. */
final class BoundedPdfParser extends PDFParser {

    BoundedPdfParser(RandomAccessRead source, ReadMeter meter) throws IOException {
        super(source, "", null, null, IOUtils.createMemoryOnlyStreamCache());
        document.close();
        document = new BoundedDocument(this, meter);
    }

    /** Document that creates bounded streams. */
    private static final class BoundedDocument extends COSDocument {

        private final ICOSParser parser;
        private final ReadMeter meter;
        private final RandomAccessStreamCache cache;

        BoundedDocument(ICOSParser parser, ReadMeter meter) throws IOException {
            super(IOUtils.createMemoryOnlyStreamCache(), parser);
            this.parser = parser;
            this.meter = meter;
            this.cache = IOUtils.createMemoryOnlyStreamCache().create();
        }

        @Override
        public COSStream createCOSStream(COSDictionary dictionary, long startPosition, long streamLength)
                throws IOException {
            meter.countStep();
            BoundedPdfStream stream =
                    new BoundedPdfStream(cache, parser.createRandomAccessReadView(startPosition, streamLength), meter);
            dictionary.forEach(stream::setItem);
            stream.setKey(dictionary.getKey());
            return stream;
        }
    }
}
