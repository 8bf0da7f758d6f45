package dev.plimsoll.query.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.ValueAccess;

/**
 * Text in the form that a matcher reads. In a short text, positions are byte offsets. In a long text, they are indexes of
 * characters, because the matcher reads it through a {@link CharSequence} that checks the time limit: a search can take seconds.
 */
abstract class SearchedText {

    /** Length of the longest text that is searched without checks of the time limit. */
    private static final int MAX_UNCHECKED_BYTES = 4_096;

    static SearchedText of(Slice text, QueryMeter queryMeter) {
        if (text.length() <= MAX_UNCHECKED_BYTES) {
            return new Bytes(text);
        }
        return isAscii(text) ? new Ascii(text, queryMeter) : new Decoded(text, queryMeter);
    }

    private static boolean isAscii(Slice text) {
        int bits = 0;
        for (int i = text.from(); i < text.to(); i++) {
            bits |= text.bytes()[i];
        }
        return bits >= 0;
    }

    abstract Matcher matcher(Pattern pattern);

    /** Returns the position at the end of the text. */
    abstract int endPosition();

    /** Returns the position after the code point at a position. */
    abstract int nextPosition(int position);

    /** Returns the byte offset of a position at or after the last one that was passed to {@link #moveTo}. */
    abstract int byteOffset(int position);

    /** Moves to a position and returns its byte offset. Later byte offsets are counted from there. */
    abstract int moveTo(int position);

    /** A text whose positions are its bytes. */
    private static class Bytes extends SearchedText {

        final Slice text;

        Bytes(Slice text) {
            this.text = text;
        }

        @Override
        Matcher matcher(Pattern pattern) {
            return pattern.matcher(text.bytes());
        }

        @Override
        int endPosition() {
            return text.length();
        }

        @Override
        int nextPosition(int position) {
            return position == text.length() ? position + 1 : ValueAccess.byteOffset(text, position, 1);
        }

        @Override
        int byteOffset(int position) {
            return position;
        }

        @Override
        int moveTo(int position) {
            return position;
        }
    }

    /** A long text in ASCII: its bytes are its characters. */
    private static final class Ascii extends Bytes {

        private final QueryMeter queryMeter;

        Ascii(Slice text, QueryMeter queryMeter) {
            super(text);
            this.queryMeter = queryMeter;
        }

        @Override
        Matcher matcher(Pattern pattern) {
            return pattern.matcher(new TimedCharacters(new AsciiCharacters(text), queryMeter));
        }
    }

    /** A long text in a {@link String}. */
    private static final class Decoded extends SearchedText {

        private final String characters;
        private final QueryMeter queryMeter;
        private int position;
        private int bytesBefore;

        Decoded(Slice text, QueryMeter queryMeter) {
            this.characters = Utf8.decode(text);
            this.queryMeter = queryMeter;
        }

        @Override
        Matcher matcher(Pattern pattern) {
            return pattern.matcher(new TimedCharacters(characters, queryMeter));
        }

        @Override
        int endPosition() {
            return characters.length();
        }

        @Override
        int nextPosition(int index) {
            return index == characters.length()
                    ? index + 1
                    : index + Character.charCount(characters.codePointAt(index));
        }

        @Override
        int byteOffset(int target) {
            int bytes = bytesBefore;
            int index = position;
            while (index < target) {
                int codePoint = characters.codePointAt(index);
                bytes += Utf8.length(codePoint);
                index += Character.charCount(codePoint);
            }
            return bytes;
        }

        @Override
        int moveTo(int target) {
            bytesBefore = byteOffset(target);
            position = target;
            return bytesBefore;
        }
    }

    /** Bytes in ASCII as characters. */
    private record AsciiCharacters(Slice text) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return (char) text.at(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new AsciiCharacters(text.sub(start, end));
        }

        @Override
        public String toString() {
            return text.utf8();
        }
    }

    /** Characters that check the time limit while they are read. */
    private static final class TimedCharacters implements CharSequence {

        private static final int CHECK_INTERVAL = 1 << 14;

        private final CharSequence characters;
        private final QueryMeter queryMeter;
        private int reads;

        TimedCharacters(CharSequence characters, QueryMeter queryMeter) {
            this.characters = characters;
            this.queryMeter = queryMeter;
        }

        @Override
        public int length() {
            return characters.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads % CHECK_INTERVAL == 0) {
                queryMeter.checkTime();
            }
            return characters.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return characters.subSequence(start, end);
        }

        @Override
        public String toString() {
            return characters.toString();
        }
    }
}
