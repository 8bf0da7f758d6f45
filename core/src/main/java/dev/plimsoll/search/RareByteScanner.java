package dev.plimsoll.search;

import dev.plimsoll.json.PairScan;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a word that is looked for: of one of its characters the few pairs of bytes with which that, or another
 * that folds to it, can be written.
 */
final class RareByteScanner {

    /** From frequent to rare in results of tools; what is not here is rarest. */
    private static final String FREQUENT = " \"e0a1ti,no:s2r.ld3-m4cu5p6_f7g8h9b/wyvkxjqz{}[]";

    /** One more pair to compare costs as much as so much rarity is worth. */
    private static final int PAIR = 30;

    private final int[] word;
    private final List<List<byte[]>> variants = new ArrayList<>();
    private int index;
    private List<byte[]> pairs = List.of();

    /** Of a word as {@link CaseFolding} has it. */
    RareByteScanner(int[] word) {
        this.word = word.clone();
        for (int c : word) {
            List<byte[]> forms = new ArrayList<>(List.of(bytes(c)));
            // of ASCII these two alone
            int[] others = c >= 0x80 || c == 's' || c == 'k' ? CaseFolding.to(c) : new int[0];
            for (int other : others) {
                forms.add(bytes(other));
            }
            variants.add(forms);
        }
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < word.length; i++) {
            List<byte[]> here = pairs(i);
            int rarity = rarity(here.get(0)) - PAIR * here.size();
            // a letter alone is not much to go by
            rarity -= here.get(0).length == 1 ? 2 * PAIR : 0;
            if (rarity > best) {
                best = rarity;
                index = i;
                pairs = here;
            }
        }
    }

    /** How many characters of the word stand before it. */
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
        return Utf8.bytes(Character.toString(codePoint));
    }

    /** The last two bytes of a character; of one byte that and the first byte of the next. */
    private List<byte[]> pairs(int at) {
        List<byte[]> found = new ArrayList<>();
        for (byte[] variant : variants.get(at)) {
            if (variant.length > 1) {
                add(variant[variant.length - 2], variant[variant.length - 1], found);
            } else if (at + 1 < word.length) {
                variants.get(at + 1).forEach(next -> add(variant[0], next[0], found));
            } else {
                // alone: what else is written with its last byte must do so too
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
            // beyond ASCII a first byte is that of a whole alphabet
            rarity += c < 0 ? 30 : at < 0 ? FREQUENT.length() : at;
        }
        return rarity;
    }

    /** Where the word begins if this is a place of the anchor in a text from {@code from} on; less than that if nowhere. */
    static int start(byte[] b, int place, int index, int from) {
        int at = place;
        while (at > from && isInside(b[at])) {
            at--;
        }
        for (int i = 0; i < index; i++) {
            at--;
            while (at > from && isInside(b[at])) {
                at--;
            }
            if (at < from) {
                return at;
            }
        }
        return at;
    }

    private static boolean isInside(byte c) {
        return (c & 0xC0) == 0x80;
    }

    /** Where a word that is folded already ends, if it begins here; else -1. */
    static int end(Slice text, int at, int[] folded) {
        byte[] b = text.bytes();
        int i = at;
        for (int c : folded) {
            if (i >= text.to()) {
                return -1;
            }
            long point = Utf8.codePoint(b, i, text.to());
            if (CaseFolding.of((int) point) != c) {
                return -1;
            }
            i += (int) (point >>> 32);
        }
        return i;
    }
}
