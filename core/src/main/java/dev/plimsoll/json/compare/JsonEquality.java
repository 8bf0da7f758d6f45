package dev.plimsoll.json.compare;

import dev.plimsoll.json.DepthStack;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Compares JSON documents by their data. White space, the order of members, escapes, and the spelling of numbers
 * ({@code 1}, {@code 1.0}, {@code 10e-1}) do not matter. An object with a duplicate name is compared in document order.
 */
public final class JsonEquality {

    private final byte[] a;
    private final byte[] b;
    private final DecimalForm numberA = new DecimalForm();
    private final DecimalForm numberB = new DecimalForm();

    private JsonEquality(byte[] a, byte[] bytes) {
        this.a = a;
        this.b = bytes;
    }

    /** Returns whether two valid documents are equal. Uses hashes with random seeds only if the order of members differs. */
    public static boolean isEqual(Slice a, Slice b) {
        Outcome outcome = compareInOrder(a, b);
        if (outcome != Outcome.OTHER_KEY) {
            return outcome == Outcome.SAME;
        }
        SecureRandom random = new SecureRandom();
        return new DocumentHash(random.nextLong(), random.nextLong()).isEqual(a, b);
    }

    /**
     * Returns whether two valid documents are equal. Members in another order are compared by 128-bit hashes; the
     * authors of the documents must not know the seeds.
     */
    public static boolean isEqual(Slice a, Slice b, long seed0, long seed1) {
        Outcome outcome = compareInOrder(a, b);
        return outcome == Outcome.OTHER_KEY ? new DocumentHash(seed0, seed1).isEqual(a, b) : outcome == Outcome.SAME;
    }

    private static Outcome compareInOrder(Slice a, Slice b) {
        return a.contentEquals(b) ? Outcome.SAME : new JsonEquality(a.bytes(), b.bytes()).compareTokens(a, b);
    }

    private enum Outcome {
        SAME,
        DIFFERENT,
        OTHER_KEY
    }

    /**
     * Compares both documents token by token. All members before the first difference have the same order, so any
     * difference except in a key means that the documents differ.
     */
    private Outcome compareTokens(Slice textA, Slice textB) {
        DepthStack depthStack = new DepthStack();
        boolean isKeyNext = false;
        int i = Json.skipSeparators(a, textA.from(), textA.to());
        int j = Json.skipSeparators(b, textB.from(), textB.to());
        while (i < textA.to() && j < textB.to()) {
            byte c = a[i];
            boolean isOpening = c == '{' || c == '[';
            if (isOpening || c == '}' || c == ']') {
                if (b[j] != c || (!isOpening && depthStack.depth() == 0)) {
                    return Outcome.DIFFERENT;
                }
                if (isOpening) {
                    depthStack.push(c == '{');
                } else {
                    depthStack.pop();
                }
                isKeyNext = depthStack.isInObject();
                i++;
                j++;
            } else {
                int endA = Json.skipValue(a, i, textA.to());
                int endB = Json.skipValue(b, j, textB.to());
                if (!isEqualScalar(i, endA, j, endB)) {
                    return isKeyNext && b[j] == '"' ? Outcome.OTHER_KEY : Outcome.DIFFERENT;
                }
                isKeyNext = depthStack.isInObject() && !isKeyNext;
                i = endA;
                j = endB;
            }
            i = Json.skipSeparators(a, i, textA.to());
            j = Json.skipSeparators(b, j, textB.to());
        }
        return i == textA.to() && j == textB.to() ? Outcome.SAME : Outcome.DIFFERENT;
    }

    private boolean isEqualScalar(int fromA, int toA, int fromB, int toB) {
        if (Arrays.equals(a, fromA, toA, b, fromB, toB)) {
            return true;
        }
        if (a[fromA] == '"') {
            return b[fromB] == '"' && isEqualText(stringInside(a, fromA, toA), stringInside(b, fromB, toB));
        }
        return DecimalForm.isNumber(a[fromA])
                && DecimalForm.isNumber(b[fromB])
                && numberA.read(a, fromA, toA).isEqualTo(numberB.read(b, fromB, toB));
    }

    static Slice stringInside(byte[] bytes, int from, int to) {
        return new Slice(bytes, from + 1, Math.max(from + 1, to - 1));
    }

    private static boolean isEqualText(Slice x, Slice y) {
        if (!JsonText.hasEscapes(x) && !JsonText.hasEscapes(y)) {
            return false;
        }
        return Arrays.equals(JsonText.unescape(x), JsonText.unescape(y));
    }
}
