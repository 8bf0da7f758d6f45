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

    private final byte[] bytesA;
    private final byte[] bytesB;
    private final DecimalForm numberA = new DecimalForm();
    private final DecimalForm numberB = new DecimalForm();

    private JsonEquality(byte[] bytesA, byte[] bytesB) {
        this.bytesA = bytesA;
        this.bytesB = bytesB;
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
        int offsetA = Json.skipSeparators(bytesA, textA.from(), textA.to());
        int offsetB = Json.skipSeparators(bytesB, textB.from(), textB.to());
        while (offsetA < textA.to() && offsetB < textB.to()) {
            byte c = bytesA[offsetA];
            boolean isOpening = c == '{' || c == '[';
            if (isOpening || c == '}' || c == ']') {
                if (bytesB[offsetB] != c || (!isOpening && depthStack.depth() == 0)) {
                    return Outcome.DIFFERENT;
                }
                if (isOpening) {
                    depthStack.push(c == '{');
                } else {
                    depthStack.pop();
                }
                isKeyNext = depthStack.isInObject();
                offsetA++;
                offsetB++;
            } else {
                int endA = Json.skipValue(bytesA, offsetA, textA.to());
                int endB = Json.skipValue(bytesB, offsetB, textB.to());
                if (!isEqualScalar(offsetA, endA, offsetB, endB)) {
                    return isKeyNext && bytesB[offsetB] == '"' ? Outcome.OTHER_KEY : Outcome.DIFFERENT;
                }
                isKeyNext = depthStack.isInObject() && !isKeyNext;
                offsetA = endA;
                offsetB = endB;
            }
            offsetA = Json.skipSeparators(bytesA, offsetA, textA.to());
            offsetB = Json.skipSeparators(bytesB, offsetB, textB.to());
        }
        return offsetA == textA.to() && offsetB == textB.to() ? Outcome.SAME : Outcome.DIFFERENT;
    }

    private boolean isEqualScalar(int fromA, int toA, int fromB, int toB) {
        if (Arrays.equals(bytesA, fromA, toA, bytesB, fromB, toB)) {
            return true;
        }
        if (bytesA[fromA] == '"') {
            return bytesB[fromB] == '"'
                    && isEqualText(stringInside(bytesA, fromA, toA), stringInside(bytesB, fromB, toB));
        }
        return DecimalForm.isNumber(bytesA[fromA])
                && DecimalForm.isNumber(bytesB[fromB])
                && numberA.read(bytesA, fromA, toA).isEqualTo(numberB.read(bytesB, fromB, toB));
    }

    static Slice stringInside(byte[] bytes, int from, int to) {
        return new Slice(bytes, from + 1, Math.max(from + 1, to - 1));
    }

    private static boolean isEqualText(Slice textA, Slice textB) {
        if (!JsonText.hasEscapes(textA) && !JsonText.hasEscapes(textB)) {
            return false;
        }
        return Arrays.equals(JsonText.unescape(textA), JsonText.unescape(textB));
    }
}
