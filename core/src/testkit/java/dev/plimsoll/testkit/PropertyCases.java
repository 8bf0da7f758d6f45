package dev.plimsoll.testkit;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Property tests: a property must hold for many generated values of growing size. A failing case is shrunk to the
 * smallest size at which it still fails. The failure message explains how to run that case again.
 */
public final class PropertyCases {

    public static final int MAX_SIZE = 100;
    static final String SEED = "plimsoll.seed";
    static final String CASES = "plimsoll.cases";
    private static final int MAX_SHOWN_LENGTH = 2_000;

    private PropertyCases() {}

    /** Checks 200 cases from a fixed seed. */
    public static <T> void check(Generator<T> generator, Consumer<? super T> property) {
        check(200, 42, generator, property);
    }

    /**
     * Checks the given number of cases. The system property {@code plimsoll.seed} replaces the seed. The system
     * property {@code plimsoll.cases} sets another number of cases ({@code 5000}), or selects one case
     * ({@code 17/200}: number 17 of 200).
     */
    public static <T> void check(int count, long seed, Generator<T> generator, Consumer<? super T> property) {
        String[] cases = System.getProperty(CASES, String.valueOf(count)).split("/", -1);
        Run<T> run =
                new Run<>(Integer.parseInt(cases[cases.length - 1]), Long.getLong(SEED, seed), generator, property);
        int onlyCase = cases.length == 2 ? Integer.parseInt(cases[0]) : 0;
        for (int number = Math.max(1, onlyCase); number <= (onlyCase > 0 ? onlyCase : run.count); number++) {
            run.check(number);
        }
    }

    private record Run<T>(int count, long seed, Generator<T> generator, Consumer<? super T> property) {

        void check(int number) {
            int maxSize = count < 2 ? MAX_SIZE : (int) ((long) (number - 1) * MAX_SIZE / (count - 1));
            Throwable failure = failure(number, maxSize);
            if (failure == null) {
                return;
            }
            int size = 0;
            Throwable smaller = null;
            while (size < maxSize && (smaller = failure(number, size)) == null) {
                size++;
            }
            throw assertionError(number, size, smaller == null ? failure : smaller);
        }

        private @Nullable Throwable failure(int number, int size) {
            T value = value(number, size);
            try {
                property.accept(value);
                return null;
            } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
                return e;
            }
        }

        private T value(int number, int size) {
            return generator.generate(new Random(mixBits(seed * 0x9E3779B97F4A7C15L + number)), size);
        }

        /** Mixes the bits of a seed. Otherwise similar seeds would give similar first numbers in {@link Random}. */
        private static long mixBits(long z) {
            long once = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
            long twice = (once ^ (once >>> 33)) * 0xC4CEB9FE1A85EC53L;
            return twice ^ (twice >>> 33);
        }

        private AssertionError assertionError(int number, int size, Throwable failure) {
            String message =
                    "case " + number + " of " + count + " (seed " + seed + ", size " + size + ") fails: " + failure
                            + "\nvalue: " + format(value(number, size))
                            + "\nrun it again: -D" + SEED + "=" + seed + " -D" + CASES + "=" + number + "/" + count;
            return new AssertionError(message, failure);
        }
    }

    /** Formats a value for a message: bytes as text, invisible characters escaped, truncated. */
    static String format(Object value) {
        String text = String.valueOf(value);
        if (value instanceof byte[] bytes) {
            text = new String(bytes, StandardCharsets.UTF_8);
        } else if (value instanceof Slice slice) {
            text = slice.utf8();
        }
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(MAX_SHOWN_LENGTH).forEach(c -> {
            if ((c < ' ' && c != '\n') || (c >= 0x7f && c < 0xa0) || Character.getType(c) == Character.SURROGATE) {
                out.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
            } else {
                out.appendCodePoint(c);
            }
        });
        return text.length() <= MAX_SHOWN_LENGTH ? out.toString() : out + "… (" + text.length() + " characters)";
    }
}
