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
 * Uses the font in the jar of PDFBox in place of each font that a PDF file does not embed. By default, PDFBox searches the disk for fonts, and
 * writes a list of them to the home folder. PDFBox has one font mapper for the whole program, so this one acts only on threads that
 * have enabled it.
 */
final class BuiltInFonts implements FontMapper {

    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    private static final ThreadLocal<Boolean> ENABLED = new ThreadLocal<>();

    private final FontMapper previous;
    private final TrueTypeFont font;

    private BuiltInFonts(FontMapper previous) {
        this.previous = previous;
        try (InputStream file = FontMapper.class.getResourceAsStream(FONT)) {
            if (file == null) {
                throw new IllegalStateException("the jar of PDFBox lacks " + FONT);
            }
            font = new TTFParser().parse(RandomAccessReadBuffer.createBufferFromStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates the mapper once, on first use. */
    private static final class Installed {
        static final BuiltInFonts MAPPER = new BuiltInFonts(FontMappers.instance());
    }

    /** Makes the calling thread use the built-in font until {@link #disable}. */
    static void enable() {
        if (FontMappers.instance() != Installed.MAPPER) {
            FontMappers.set(Installed.MAPPER);
        }
        ENABLED.set(Boolean.TRUE);
    }

    static void disable() {
        ENABLED.remove();
    }

    private static boolean isEnabled() {
        return ENABLED.get() != null;
    }

    @Override
    public FontMapping<TrueTypeFont> getTrueTypeFont(String baseFont, @Nullable PDFontDescriptor descriptor) {
        return isEnabled() ? new FontMapping<>(font, true) : previous.getTrueTypeFont(baseFont, descriptor);
    }

    @Override
    public FontMapping<FontBoxFont> getFontBoxFont(String baseFont, @Nullable PDFontDescriptor descriptor) {
        return isEnabled() ? new FontMapping<>(font, true) : previous.getFontBoxFont(baseFont, descriptor);
    }

    @Override
    public CIDFontMapping getCIDFont(
            String baseFont, @Nullable PDFontDescriptor descriptor, @Nullable PDCIDSystemInfo info) {
        return isEnabled() ? new CIDFontMapping(null, font, true) : previous.getCIDFont(baseFont, descriptor, info);
    }
}
