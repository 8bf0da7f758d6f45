package dev.plimsoll.json;

import java.util.Arrays;

/**
 * Stack of the containers that are open at a position in JSON text, one bit for each, so that the depth needs no limit.
 */
public final class DepthStack {

    /** One bit for each open container except the innermost: whether it is an object. */
    private long[] outerBits = new long[2];

    private int depth;
    private boolean isInObject;

    public int depth() {
        return depth;
    }

    /** Returns whether the innermost open container is an object. */
    public boolean isInObject() {
        return isInObject;
    }

    public void push(boolean isObject) {
        int word = depth >>> 6;
        if (word == outerBits.length) {
            outerBits = Arrays.copyOf(outerBits, 2 * word);
        }
        long bit = 1L << depth;
        outerBits[word] = isInObject ? outerBits[word] | bit : outerBits[word] & ~bit;
        depth++;
        isInObject = isObject;
    }

    public void pop() {
        depth--;
        isInObject = (outerBits[depth >>> 6] & (1L << depth)) != 0;
    }

    void clear() {
        depth = 0;
        isInObject = false;
    }
}
