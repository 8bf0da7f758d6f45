package dev.plimsoll.search.rank;

import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Folds characters to lower case, without diacritics, and in their normal width. Caches the folded form of each character. Not
 * thread-safe.
 */
final class FoldedCharacters {

    /** Form of a character that separates words. */
    static final byte[] SEPARATOR = {0};

    /** Form of a mark that is omitted inside a word, such as an accent. */
    static final byte[] MARK = {1};

    /** First byte of the form of a letter or digit. The other bytes are the folded character in UTF-8. */
    static final byte LETTER = 2;

    /** First byte of the form of a character in a script without spaces between words. The other bytes are the folded character in UTF-8. */
    static final byte UNSPACED = 3;

    /** Number of consecutive code points whose forms are in one array. */
    private static final int PAGE_SIZE = 256;
    /** Katakana sign for a long vowel, which Unicode counts as common to all scripts. */
    private static final int LONG_VOWEL = 0x30FC;

    private static final int HALF_WIDTH_LONG_VOWEL = 0xFF70;

    private final byte[] @Nullable [] @Nullable [] pages =
            new byte[Character.MAX_CODE_POINT / PAGE_SIZE + 1] @Nullable [] @Nullable [];

    /** Returns the form of a character: {@link #SEPARATOR}, {@link #MARK}, or {@link #LETTER} or {@link #UNSPACED} with its folded bytes. */
    byte[] fold(int codePoint) {
        byte[] @Nullable [] page = pages[codePoint / PAGE_SIZE];
        if (page == null) {
            page = new byte[PAGE_SIZE] @Nullable [];
            pages[codePoint / PAGE_SIZE] = page;
        }
        byte[] form = page[codePoint % PAGE_SIZE];
        if (form == null) {
            form = computeForm(codePoint);
            page[codePoint % PAGE_SIZE] = form;
        }
        return form;
    }

    private static byte[] computeForm(int codePoint) {
        boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        if (isSurrogate) {
            return SEPARATOR;
        }
        if (isFoldedMark(codePoint)) {
            return MARK;
        }
        int type = Character.getType(codePoint);
        boolean isMark = type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
        if (!isMark && !Character.isLetterOrDigit(codePoint)) {
            return SEPARATOR;
        }
        String character = Character.toString(codePoint);
        if (isUnspaced(codePoint)) {
            return createForm(UNSPACED, Normalizer.normalize(character, Normalizer.Form.NFKC));
        }
        StringBuilder folded = new StringBuilder();
        Normalizer.normalize(character, Normalizer.Form.NFKD)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(decomposed -> !isFoldedMark(decomposed))
                .forEach(decomposed -> folded.append(baseLetters(decomposed)));
        return folded.isEmpty() ? MARK : createForm(LETTER, folded.toString());
    }

    private static byte[] createForm(byte type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] form = new byte[bytes.length + 1];
        form[0] = type;
        System.arraycopy(bytes, 0, form, 1, bytes.length);
        return form;
    }

    /** Returns whether a character is a mark that does not distinguish words: an accent, or an optional vowel sign of Arabic or Hebrew. */
    private static boolean isFoldedMark(int c) {
        return (c >= 0x300 && c <= 0x36F)
                || (c >= 0x591 && c <= 0x5BD)
                || c == 0x640
                || (c >= 0x64B && c <= 0x65F)
                || c == 0x670
                || (c >= 0x1AB0 && c <= 0x1AFF)
                || (c >= 0x1DC0 && c <= 0x1DFF)
                || (c >= 0x20D0 && c <= 0x20FF)
                || (c >= 0xFE00 && c <= 0xFE2F);
    }

    private static boolean isUnspaced(int codePoint) {
        if (codePoint == LONG_VOWEL || codePoint == HALF_WIDTH_LONG_VOWEL) {
            return true;
        }
        UnicodeScript script = UnicodeScript.of(codePoint);
        // Korean has spaces but attaches particles to words; pairs of characters find words with or without particles
        return switch (script) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    /**
     * Returns the base letters of a letter that Unicode does not decompose; otherwise the character itself, or an empty
     * text if it is not a letter, digit, or mark.
     */
    private static String baseLetters(int c) {
        return switch (c) {
            case 'ß' -> "ss";
            case 'æ' -> "ae";
            case 'œ' -> "oe";
            case 'ø' -> "o";
            case 'đ', 'ð' -> "d";
            case 'þ' -> "th";
            case 'ł' -> "l";
            case 'ı' -> "i";
            case 'ς' -> "σ";
            default ->
                Character.isLetterOrDigit(c)
                                || Character.getType(c) == Character.NON_SPACING_MARK
                                || Character.getType(c) == Character.COMBINING_SPACING_MARK
                        ? Character.toString(c)
                        : "";
        };
    }
}
