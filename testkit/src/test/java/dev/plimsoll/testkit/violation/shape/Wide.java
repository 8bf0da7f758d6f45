package dev.plimsoll.testkit.violation.shape;

import org.jspecify.annotations.NullMarked;

/** Has more fields, and a method and a constructor with more parameters, than the limits allow. */
@NullMarked
public record Wide(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m) {

    public Wide(int a, int b, int c, int d, int e, int f, int g) {
        this(a, b, c, d, e, f, g, 0, 0, 0, 0, 0, 0);
    }

    public static int sum(int a, int b, int c, int d, int e, int f, int g) {
        return a + b + c + d + e + f + g;
    }

    /** Violates no limit: the limit of parameters does not apply to the constructor of an enum. */
    public enum Kind {
        ONE(1, 2, 3, 4, 5, 6, 7);

        private final int sum;

        Kind(int a, int b, int c, int d, int e, int f, int g) {
            this.sum = Wide.sum(a, b, c, d, e, f, 0) + g;
        }

        public int sum() {
            return sum;
        }
    }
}
