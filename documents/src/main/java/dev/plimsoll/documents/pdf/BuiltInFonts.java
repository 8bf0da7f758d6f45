package dev.plimsoll.documents.pdf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Replaces fonts that a PDF file does not embed by the one that PDFBox brings. Otherwise PDFBox looks for fonts on the disk, and
 * writes a list of them to the home folder. PDFBox has one font mapper for the whole program, so this one acts only on threads that
 * read a document for us.
 */
final class BuiltInFonts implements FontMapper {

    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    private static final ThreadLocal<Boolean> ACTIVE = new ThreadLocal<>();

    private final FontMapper other;
    private final TrueTypeFont font;

    private BuiltInFonts(FontMapper other) {
        this.other = other;
        try (InputStream file = FontMapper.class.getResourceAsStream(FONT)) {
            if (file == null) {
                throw new IllegalStateException("PDFBox without " + FONT);
            }
            font = new TTFParser().parse(RandomAccessReadBuffer.createBufferFromStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Installs the mapper once, on first use. */
    private static final class Installed {
        static final BuiltInFonts MAPPER = new BuiltInFonts(FontMappers.instance());
    }

    /** Makes this thread use the built-in font until {@link #end}. */
    static void begin() {
        if (FontMappers.instance() != Installed.MAPPER) {
            FontMappers.set(Installed.MAPPER);
        }
        ACTIVE.set(Boolean.TRUE);
    }

    static void end() {
        ACTIVE.remove();
    }

    private static boolean isActive() {
        return ACTIVE.get() != null;
    }

    @Override
    public FontMapping<TrueTypeFont> getTrueTypeFont(String baseFont, @Nullable PDFontDescriptor descriptor) {
        return isActive() ? new FontMapping<>(font, true) : other.getTrueTypeFont(baseFont, descriptor);
    }

    @Override
    public FontMapping<FontBoxFont> getFontBoxFont(String baseFont, @Nullable PDFontDescriptor descriptor) {
        return isActive() ? new FontMapping<>(font, true) : other.getFontBoxFont(baseFont, descriptor);
    }

    @Override
    public CIDFontMapping getCIDFont(
            String baseFont, @Nullable PDFontDescriptor descriptor, @Nullable PDCIDSystemInfo info) {
        return isActive() ? new CIDFontMapping(null, font, true) : other.getCIDFont(baseFont, descriptor, info);
    }
}
