package dev.plimsoll.measure;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/** Reads the first bytes behind the raw inside of a JSON string of base64, one by one; zeros after the end. Both alphabets, white space, a data URI. */
final class Base64Bytes {

    /** Characters looked at; a JPEG with a preview and a colour profile has its size after 100 KB or more. */
    private static final int BOUND = 512 * 1024;

    private final byte[] b;
    private final int to;
    private int at;
    private int bits;
    private int count;
    private boolean ended;

    Base64Bytes(Slice inside) {
        Slice text = unescaped(inside);
        this.b = text.bytes();
        this.at = text.from();
        this.to = text.to();
        skipDataUri();
    }

    /** Whether the line is nothing but digits of either alphabet, padded at its end at most. */
    static boolean isAlphabet(String line) {
        int end = line.length();
        for (int padding = 0; padding < 2 && end > 0 && line.charAt(end - 1) == '='; padding++) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (sixtet(line.charAt(i)) < 0) {
                return false;
            }
        }
        return end > 0;
    }

    /** Capitals, small letters and digits all occur: a hash in hex or a long word is not taken for base64. */
    static boolean isMixed(String digits) {
        boolean capitals = false;
        boolean small = false;
        boolean numerals = false;
        for (int i = 0; i < digits.length(); i++) {
            int value = sixtet(digits.charAt(i));
            capitals |= value >= 0 && value < 26;
            small |= value >= 26 && value < 52;
            numerals |= value >= 52;
        }
        return capitals && small && numerals;
    }

    boolean ended() {
        return ended;
    }

    int u8() {
        while (count < 8) {
            int sixtet = nextSixtet();
            if (sixtet < 0) {
                ended = true;
                return 0;
            }
            bits = (bits << 6) | sixtet;
            count += 6;
        }
        count -= 8;
        return (bits >> count) & 0xFF;
    }

    int u16() {
        return (u8() << 8) | u8();
    }

    int u32() {
        return (u16() << 16) | u16();
    }

    int u16Little() {
        return u8() | (u8() << 8);
    }

    int u24Little() {
        return u16Little() | (u8() << 16);
    }

    void skip(int bytes) {
        for (int i = 0; i < bytes && !ended; i++) {
            u8();
        }
    }

    private int nextSixtet() {
        while (at < to) {
            int c = b[at++];
            if (c > ' ') {
                return sixtet(c);
            }
        }
        return -1;
    }

    private static int sixtet(int c) {
        if (c >= 'A' && c <= 'Z') {
            return c - 'A';
        }
        if (c >= 'a' && c <= 'z') {
            return c - 'a' + 26;
        }
        if (c >= '0' && c <= '9') {
            return c - '0' + 52;
        }
        return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
    }

    /** Some encoders escape each slash. */
    private static Slice unescaped(Slice inside) {
        Slice head = inside;
        if (inside.length() > BOUND) {
            int cut = BOUND;
            // no escape is cut: none is longer than six bytes
            for (int i = BOUND - 1; i > BOUND - 7; i--) {
                cut = inside.at(i) == '\\' ? i : cut;
            }
            head = inside.sub(0, cut);
        }
        return JsonText.hasEscapes(head) ? Slice.of(JsonText.unescape(head)) : head;
    }

    private void skipDataUri() {
        if (to - at < 5 || b[at] != 'd' || b[at + 4] != ':') {
            return;
        }
        int comma = at;
        while (comma < to && b[comma] != ',') {
            comma++;
        }
        at = Math.min(to, comma + 1);
    }
}
