package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds candidate positions of a word by its rarest character: scans for the few byte pairs that can encode that
 * character or another one that folds to it.
 */
final class RareByteScanner {

    /** Bytes from frequent to rare in results of tools; all other bytes are rarer still. */
    private static final String FREQUENT = " \"e0a1ti,no:s2r.ld3-m4cu5p6_f7g8h9b/wyvkxjqz{}[]";

    /** Cost of one more pair to compare, in units of rarity. */
    private static final int PAIR_COST = 30;

    private final int[] word;
    private final List<List<byte[]>> variants = new ArrayList<>();
    private int index;
    private List<byte[]> pairs = List.of();

    /** Creates a scanner for a word folded by {@link CaseFolding}. */
    RareByteScanner(int[] word) {
        this.word = word.clone();
        for (int c : word) {
            List<byte[]> forms = new ArrayList<>(List.of(bytes(c)));
            // of the ASCII letters, only these two have variants beyond ASCII
            int[] others = c >= 0x80 || c == 's' || c == 'k' ? CaseFolding.variantsOf(c) : new int[0];
            for (int other : others) {
                forms.add(bytes(other));
            }
            variants.add(forms);
        }
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < word.length; i++) {
            List<byte[]> here = pairs(i);
            int rarity = rarity(here.get(0)) - PAIR_COST * here.size();
            // a single letter is too frequent to be a good choice
            rarity -= here.get(0).length == 1 ? 2 * PAIR_COST : 0;
            if (rarity > best) {
                best = rarity;
                index = i;
                pairs = here;
            }
        }
    }

    /** Returns the index of the chosen character in the word. */
    int index() {
        return index;
    }

    PairScan scan() {
        boolean escaped = false;
        for (int c : word) {
            escaped |= c < ' ' || c == '"' || c == '\\' || c == '/';
        }
        return new PairScan(pairs, escaped);
    }

    private static byte[] bytes(int codePoint) {
        return Utf8.encode(Character.toString(codePoint));
    }

    /**
     * Returns the last two bytes of a character; for a character of one byte, that byte and the first byte of the next
     * character.
     */
    private List<byte[]> pairs(int at) {
        List<byte[]> found = new ArrayList<>();
        for (byte[] variant : variants.get(at)) {
            if (variant.length > 1) {
                add(variant[variant.length - 2], variant[variant.length - 1], found);
            } else if (at + 1 < word.length) {
                variants.get(at + 1).forEach(next -> add(variant[0], next[0], found));
            } else {
                // the word ends here: all variants must be reduced to their last byte too
                return variants.get(at).stream()
                        .map(each -> new byte[] {each[each.length - 1]})
                        .toList();
            }
        }
        return found;
    }

    private static void add(byte first, byte second, List<byte[]> pairs) {
        boolean known = pairs.stream().anyMatch(pair -> pair[0] == first && pair[1] == second);
        if (!known) {
            pairs.add(new byte[] {first, second});
        }
    }

    private static int rarity(byte[] pair) {
        int rarity = 0;
        for (byte c : pair) {
            int at = FREQUENT.indexOf(c);
            // beyond ASCII, all letters of an alphabet share their first bytes
            rarity += c < 0 ? 30 : at < 0 ? FREQUENT.length() : at;
        }
        return rarity;
    }

    /**
     * Returns where the word would begin if {@code position} is its scanned character, in a text that begins at
     * {@code from}; a value below {@code from} if the word does not fit.
     */
    static int wordStart(byte[] b, int position, int index, int from) {
        int at = position;
        while (at > from && isContinuationByte(b[at])) {
            at--;
        }
        for (int i = 0; i < index; i++) {
            at--;
            while (at > from && isContinuationByte(b[at])) {
                at--;
            }
            if (at < from) {
                return at;
            }
        }
        return at;
    }

    private static boolean isContinuationByte(byte c) {
        return (c & 0xC0) == 0x80;
    }

    /** Returns the end of a folded word that begins at {@code at}; -1 if it does not. */
    static int wordEnd(Slice text, int at, int[] folded) {
        byte[] b = text.bytes();
        int i = at;
        for (int c : folded) {
            if (i >= text.to()) {
                return -1;
            }
            long point = Utf8.codePoint(b, i, text.to());
            if (CaseFolding.fold((int) point) != c) {
                return -1;
            }
            i += (int) (point >>> 32);
        }
        return i;
    }
}
