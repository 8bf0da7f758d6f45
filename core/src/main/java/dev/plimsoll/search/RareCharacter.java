package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * Rarest character of a word. A {@link BytePairScanner} quickly finds all positions where the word may occur: it searches
 * for the few byte pairs that can encode this character in upper or lower case.
 */
final class RareCharacter {

    /** The most frequent bytes in results of tools, most frequent first. All other bytes are rarer. */
    private static final String FREQUENT = " \"e0a1ti,no:s2r.ld3-m4cu5p6_f7g8h9b/wyvkxjqz{}[]";

    /** Decrease of the rarity for each pair that must be compared. */
    private static final int PAIR_COST = 30;

    private final int[] word;

    /** Encodings of each character of the word, and of the characters that fold to it. */
    private final List<List<byte[]>> variants = new ArrayList<>();

    private int index;
    private List<byte[]> pairs = List.of();

    /** Chooses a character of a word that {@link CaseFolding} has folded. */
    RareCharacter(int[] word) {
        this.word = word.clone();
        for (int c : word) {
            List<byte[]> forms = new ArrayList<>(List.of(encode(c)));
            // of the ASCII letters, only these two have variants beyond ASCII
            int[] caseVariants = c >= 0x80 || c == 's' || c == 'k' ? CaseFolding.variantsOf(c) : new int[0];
            for (int variant : caseVariants) {
                forms.add(encode(variant));
            }
            variants.add(forms);
        }
        int bestRarity = Integer.MIN_VALUE;
        for (int i = 0; i < word.length; i++) {
            List<byte[]> candidates = pairsOf(i);
            int rarity = rarityOf(candidates.get(0)) - PAIR_COST * candidates.size();
            // a single letter is too frequent
            rarity -= candidates.get(0).length == 1 ? 2 * PAIR_COST : 0;
            if (rarity > bestRarity) {
                bestRarity = rarity;
                index = i;
                pairs = candidates;
            }
        }
    }

    /** Returns the index of the chosen character in the word. */
    int index() {
        return index;
    }

    /** Creates a scanner for the chosen character. */
    BytePairScanner pairScanner() {
        boolean canBeEscaped = false;
        for (int c : word) {
            canBeEscaped |= c < ' ' || c == '"' || c == '\\' || c == '/';
        }
        return new BytePairScanner(pairs, canBeEscaped);
    }

    private static byte[] encode(int codePoint) {
        return Utf8.encode(Character.toString(codePoint));
    }

    /**
     * Returns a pair of bytes for each encoding of a character: its last two bytes; for an encoding of
     * one byte, this byte and the first byte of the next character.
     */
    private List<byte[]> pairsOf(int characterIndex) {
        List<byte[]> characterPairs = new ArrayList<>();
        for (byte[] variant : variants.get(characterIndex)) {
            if (variant.length > 1) {
                addPair(variant[variant.length - 2], variant[variant.length - 1], characterPairs);
            } else if (characterIndex + 1 < word.length) {
                variants.get(characterIndex + 1).forEach(next -> addPair(variant[0], next[0], characterPairs));
            } else {
                // no character follows, so this encoding has only one byte to compare; then all pairs have only one
                // byte
                return variants.get(characterIndex).stream()
                        .map(form -> new byte[] {form[form.length - 1]})
                        .toList();
            }
        }
        return characterPairs;
    }

    private static void addPair(byte first, byte second, List<byte[]> pairs) {
        boolean isKnown = pairs.stream().anyMatch(pair -> pair[0] == first && pair[1] == second);
        if (!isKnown) {
            pairs.add(new byte[] {first, second});
        }
    }

    private static int rarityOf(byte[] pair) {
        int rarity = 0;
        for (byte c : pair) {
            int rank = FREQUENT.indexOf(c);
            // beyond ASCII, all letters of an alphabet share their first bytes, so these are not as rare as they seem
            rarity += c < 0 ? 30 : rank < 0 ? FREQUENT.length() : rank;
        }
        return rarity;
    }

    /**
     * Returns the offset at which the word begins if its scanned character is at {@code position}; a value below {@code from}, where
     * the text begins, if the word does not fit.
     */
    static int wordStart(byte[] bytes, int position, int characterIndex, int from) {
        int offset = position;
        while (offset > from && isContinuationByte(bytes[offset])) {
            offset--;
        }
        for (int i = 0; i < characterIndex; i++) {
            offset--;
            while (offset > from && isContinuationByte(bytes[offset])) {
                offset--;
            }
            if (offset < from) {
                return offset;
            }
        }
        return offset;
    }

    private static boolean isContinuationByte(byte c) {
        return (c & 0xC0) == 0x80;
    }

    /** Returns the end of a folded word if it begins at {@code start}; otherwise -1. */
    static int wordEnd(Slice text, int start, int[] folded) {
        byte[] bytes = text.bytes();
        int offset = start;
        for (int c : folded) {
            if (offset >= text.to()) {
                return -1;
            }
            long decoded = Utf8.codePoint(bytes, offset, text.to());
            if (CaseFolding.fold((int) decoded) != c) {
                return -1;
            }
            offset += (int) (decoded >>> 32);
        }
        return offset;
    }
}
