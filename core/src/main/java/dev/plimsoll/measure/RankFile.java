package dev.plimsoll.measure;

import java.io.IOException;
import java.io.InputStream;

/** Reads a vocabulary in the tiktoken format: lines of a token in base64, a space and its rank. */
final class RankFile {
    // 3.6 MB on the way to a first answer: read in blocks and decoded by hand, without an object for a line.

    private static final int BLOCK = 64 * 1024;
    private static final byte[] SIXTETS = sixtets();

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    private final byte[] token;
    private int at;
    private int end;

    RankFile(InputStream in, int longestToken) {
        this.in = in;
        this.token = new byte[longestToken + 3];
    }

    /** What takes the tokens; the array is used again for the next one. */
    interface Sink {
        void add(byte[] token, int length, int rank);
    }

    void forEach(Sink sink) throws IOException {
        int longestLine = 2 * token.length + 16;
        while (refill()) {
            int sure = end < block.length ? end : end - longestLine;
            while (at < sure) {
                readLine(sink);
            }
        }
    }

    /** A method of its own, so that it is soon compiled: cold, the loop around it stays interpreted for long. */
    private void readLine(Sink sink) {
        int length = readToken();
        sink.add(token, length, readRank());
    }

    /** Moves the rest to the front and reads on; false when nothing is left. */
    private boolean refill() throws IOException {
        System.arraycopy(block, at, block, 0, end - at);
        end -= at;
        at = 0;
        end += in.readNBytes(block, end, block.length - end);
        return end > 0;
    }

    private int readToken() {
        byte[] from = block;
        byte[] sixtets = SIXTETS;
        int length = 0;
        int i = at;
        while (from[i] != ' ') {
            int bits = (sixtets[from[i]] << 18)
                    | (sixtets[from[i + 1]] << 12)
                    | (sixtets[from[i + 2]] << 6)
                    | sixtets[from[i + 3]];
            token[length] = (byte) (bits >> 16);
            token[length + 1] = (byte) (bits >> 8);
            token[length + 2] = (byte) bits;
            length += 3;
            i += 4;
        }
        at = i + 1;
        return from[i - 1] != '=' ? length : from[i - 2] != '=' ? length - 1 : length - 2;
    }

    private int readRank() {
        byte[] from = block;
        int rank = 0;
        int i = at;
        while (i < end && from[i] >= '0') {
            rank = 10 * rank + from[i++] - '0';
        }
        at = Math.min(i + 1, end);
        return rank;
    }

    /** The value of each base64 digit; padding counts as zero. */
    private static byte[] sixtets() {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        byte[] sixtets = new byte[128];
        for (int i = 0; i < alphabet.length(); i++) {
            sixtets[alphabet.charAt(i)] = (byte) i;
        }
        return sixtets;
    }
}
