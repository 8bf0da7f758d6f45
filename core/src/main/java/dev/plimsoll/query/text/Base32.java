package dev.plimsoll.query.text;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;

/** Base32 encoding by RFC 4648, with five bits per character. */
final class Base32 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS_PER_DIGIT = 5;
    private static final int DIGITS_PER_GROUP = 8;

    private Base32() {}

    static String encode(Slice bytes) {
        StringBuilder text = new StringBuilder(bytes.length() * 2);
        int buffer = 0;
        int bits = 0;
        for (int i = 0; i < bytes.length(); i++) {
            buffer = (buffer << Byte.SIZE) | (bytes.at(i) & 0xFF);
            bits += Byte.SIZE;
            while (bits >= BITS_PER_DIGIT) {
                bits -= BITS_PER_DIGIT;
                text.append(ALPHABET.charAt((buffer >> bits) & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((buffer << (BITS_PER_DIGIT - bits)) & 31));
        }
        while (text.length() % DIGITS_PER_GROUP != 0) {
            text.append('=');
        }
        return text.toString();
    }

    static Slice decode(Value value, QueryMeter queryMeter) {
        Slice text = StringFormat.toText(value, queryMeter).text();
        ByteSink out = new ByteSink(text.length());
        int buffer = 0;
        int bits = 0;
        for (int i = 0; i < text.length() && text.at(i) != '='; i++) {
            int digit = ALPHABET.indexOf(text.at(i));
            if (digit < 0) {
                throw new QueryError(QueryError.describe(value, queryMeter) + " is not valid base32 data");
            }
            buffer = ((buffer << BITS_PER_DIGIT) | digit) & 0xFFF;
            bits += BITS_PER_DIGIT;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                out.raw((byte) (buffer >> bits));
            }
        }
        return Slice.of(Utf8.repair(out.slice()));
    }
}
