package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Simple Unicode case folding: each code point folds to one code point, such as {@code É} to {@code é}. */
final class CaseFolding {

    private static final int DOTTED_I = 0x130;
    private static final int DOTLESS_I = 0x131;

    /** Last code point that has a case. */
    private static final int LAST_CASED = 0x1E943;

    /** Code points beyond ASCII that fold to another code point. */
    private static final int[] FOLDED_CODE_POINTS =
            IntStream.rangeClosed(0x80, LAST_CASED).filter(c -> fold(c) != c).toArray();

    private CaseFolding() {}

    /** Returns the other code points beyond ASCII that fold to this one. */
    static int[] variantsOf(int folded) {
        return Arrays.stream(FOLDED_CODE_POINTS).filter(c -> fold(c) == folded).toArray();
    }

    /** Returns the folded code point. */
    static int fold(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint >= 'A' && codePoint <= 'Z' ? codePoint | 0x20 : codePoint;
        }
        // only Turkish rules fold these two to i
        boolean isTurkishOnly = codePoint == DOTTED_I || codePoint == DOTLESS_I;
        return isTurkishOnly ? codePoint : Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /** Returns the folded code points of a text. */
    static int[] fold(Slice text) {
        int[] folded = new int[text.length()];
        int count = 0;
        for (int offset = text.from(); offset < text.to(); ) {
            long decoded = Utf8.codePoint(text.bytes(), offset, text.to());
            folded[count++] = fold((int) decoded);
            offset += (int) (decoded >>> 32);
        }
        return Arrays.copyOf(folded, count);
    }
}
