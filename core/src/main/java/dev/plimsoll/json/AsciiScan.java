package dev.plimsoll.json;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a word of ASCII in bytes, capitals as small letters, eight places at a time. It stops as well at bytes behind
 * which the word may hide: a backslash in JSON, and the two letters beyond ASCII that fold to k and s.
 */
public final class AsciiScan {

    /** From frequent to rare in results of tools; what is not here is rarest. */
    private static final String FREQUENT = " \"e0a1ti,no:s2r.ld3-m4cu5p6_f7g8h9b/wyvkxjqz{}[]";

    private static final long CASE = Swar.ONES * 0x20;
    private static final long LONG_S = 0xC5C5_C5C5_C5C5_C5C5L;
    private static final long KELVIN = 0xE2E2_E2E2_E2E2_E2E2L;

    private final byte[] word;
    private final int anchor;
    private final long firstPattern;
    private final long firstCase;
    private final long secondPattern;
    private final long secondCase;
    private final boolean hasS;
    private final boolean hasK;

    private AsciiScan(byte[] word) {
        this.word = word;
        this.anchor = rarestPair(word);
        byte first = word[anchor];
        byte second = word[Math.min(anchor + 1, word.length - 1)];
        this.firstCase = isLetter(first) ? CASE : 0;
        this.firstPattern = Swar.ONES * first;
        this.secondCase = isLetter(second) ? CASE : 0;
        this.secondPattern = Swar.ONES * second;
        this.hasS = has(word, 's');
        this.hasK = has(word, 'k');
    }

    /** Null when the word is empty or has anything in it but ASCII. */
    public static @Nullable AsciiScan of(String word) {
        boolean ascii = !word.isEmpty() && word.chars().allMatch(c -> c < 0x80);
        return ascii ? new AsciiScan(Utf8.bytes(word.toLowerCase(Locale.ROOT))) : null;
    }

    private static int rarestPair(byte[] word) {
        int best = 0;
        int most = -1;
        for (int i = 0; i + 1 < word.length; i++) {
            int rarity = rarity(word[i]) + rarity(word[i + 1]);
            best = rarity > most ? i : best;
            most = Math.max(most, rarity);
        }
        return best;
    }

    private static int rarity(byte c) {
        int at = FREQUENT.indexOf(c);
        return at < 0 ? FREQUENT.length() : at;
    }

    private static boolean isLetter(byte c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean has(byte[] word, char letter) {
        for (byte c : word) {
            if (c == letter) {
                return true;
            }
        }
        return false;
    }

    public int length() {
        return word.length;
    }

    /** The first place in {@code [from, to)} where the word stands or something may hide it; {@code to} when there is none. */
    public int next(byte[] b, int from, int to, boolean json) {
        int pair = word.length > 1 ? 1 : 0;
        int at = from;
        while (at <= to - Long.BYTES - anchor - pair) {
            long first = Swar.equalExactly(Swar.word(b, at + anchor) | firstCase, firstPattern);
            long both = first & Swar.equalExactly(Swar.word(b, at + anchor + pair) | secondCase, secondPattern);
            long marks = both | stops(Swar.word(b, at), json);
            while (marks != 0) {
                int place = at + Swar.first(marks);
                if (stops(b[place], json) || standsAt(b, place, to)) {
                    return place;
                }
                marks &= marks - 1;
            }
            at += Long.BYTES;
        }
        while (at < to && !stops(b[at], json) && !standsAt(b, at, to)) {
            at++;
        }
        return at;
    }

    private long stops(long bytes, boolean json) {
        long stops = json ? Swar.equalExactly(bytes, Swar.BACKSLASHES) : 0;
        stops |= hasS ? Swar.equalExactly(bytes, LONG_S) : 0;
        return hasK ? stops | Swar.equalExactly(bytes, KELVIN) : stops;
    }

    private boolean stops(byte c, boolean json) {
        return (json && c == '\\') || (hasS && c == (byte) LONG_S) || (hasK && c == (byte) KELVIN);
    }

    /** Whether the word stands at this place. */
    public boolean standsAt(byte[] b, int at, int to) {
        if (at > to - word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            byte c = b[at + i];
            if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != word[i]) {
                return false;
            }
        }
        return true;
    }
}
