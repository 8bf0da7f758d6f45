package dev.plimsoll.query.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic on numbers: exact on decimals, 34 digits for infinite quotients, and doubles only if NaN or an infinity is
 * involved.
 */
public final class Numbers {

    private static final int MOST_WHOLE_DIGITS = 1_000;

    /** Digits up to which no sum can be too long. */
    private static final int SMALL = 400;

    private Numbers() {}

    public static NumberValue add(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            long sum = a.whole() + b.whole();
            if (((a.whole() ^ sum) & (b.whole() ^ sum)) >= 0) {
                return NumberValue.of(sum);
            }
        }
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() + b.toDouble());
        }
        return NumberValue.bounded(sum(a.decimal(), b.decimal()));
    }

    private static BigDecimal sum(BigDecimal a, BigDecimal b) {
        boolean small = Math.max(Math.abs(a.scale()), Math.abs(b.scale())) < SMALL
                && Math.max(a.precision(), b.precision()) < SMALL;
        return small ? a.add(b) : a.add(b, NumberValue.EXACT);
    }

    public static NumberValue negate(NumberValue a) {
        if (a.isSpecial()) {
            return NumberValue.of(-a.toDouble());
        }
        return a.isLong() && a.whole() != Long.MIN_VALUE
                ? NumberValue.of(-a.whole())
                : NumberValue.of(a.decimal().negate());
    }

    public static NumberValue subtract(NumberValue a, NumberValue b) {
        return add(a, negate(b));
    }

    public static NumberValue multiply(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            long high = Math.multiplyHigh(a.whole(), b.whole());
            long low = a.whole() * b.whole();
            if (high == low >> 63) {
                return NumberValue.of(low);
            }
        }
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() * b.toDouble());
        }
        return NumberValue.bounded(a.decimal().multiply(b.decimal(), NumberValue.EXACT));
    }

    /** Divides two numbers. The divisor must not be zero. */
    public static NumberValue divide(NumberValue a, NumberValue b) {
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() / b.toDouble());
        }
        if (a.isLong() && b.isLong() && b.whole() != -1 && a.whole() % b.whole() == 0) {
            return NumberValue.of(a.whole() / b.whole());
        }
        return NumberValue.bounded(a.decimal().divide(b.decimal(), MathContext.DECIMAL128));
    }

    /** Returns the remainder of the integer parts, with the sign of the dividend. The divisor's must not be zero. */
    public static NumberValue remainder(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            return NumberValue.of(b.whole() == -1 ? 0 : a.whole() % b.whole());
        }
        if (a.isNan() || b.isNan()) {
            return NumberValue.NAN;
        }
        return fromWhole(whole(a).remainder(whole(b)));
    }

    private static BigInteger whole(NumberValue n) {
        if (n.isSpecial() || digits(n.decimal()) > MOST_WHOLE_DIGITS) {
            return n.signum() < 0 ? BigInteger.valueOf(Long.MIN_VALUE) : BigInteger.valueOf(Long.MAX_VALUE);
        }
        return digits(n.decimal()) <= 0 ? BigInteger.ZERO : n.decimal().toBigInteger();
    }

    private static NumberValue fromWhole(BigInteger n) {
        return n.bitLength() < Long.SIZE ? NumberValue.of(n.longValue()) : NumberValue.of(new BigDecimal(n));
    }

    /** Returns whether the integer part of a number is zero. */
    public static boolean isZeroWhole(NumberValue n) {
        return !n.isSpecial() && whole(n).signum() == 0;
    }

    /** Returns the number of digits before the point. */
    private static int digits(BigDecimal d) {
        return d.signum() == 0 ? 0 : d.precision() - d.scale();
    }

    /** Rounds to an integer in a direction. */
    public static NumberValue round(NumberValue n, RoundingMode mode) {
        if (n.isLong() || n.isSpecial() || n.decimal().scale() <= 0) {
            return n;
        }
        BigDecimal d = n.decimal();
        if (digits(d) < -1) {
            // too small to be scaled; any small number rounds to the same result
            d = BigDecimal.valueOf(d.signum(), 2);
        }
        return fromWhole(d.setScale(0, mode).toBigInteger());
    }

    /** Returns a power. Small integer powers have no rounding error. */
    public static NumberValue power(NumberValue base, NumberValue exponent) {
        boolean small = exponent.isLong() && exponent.whole() >= 0 && exponent.whole() <= MOST_WHOLE_DIGITS;
        if (small
                && !base.isSpecial()
                && (base.decimal().precision() + Math.abs((long) base.decimal().scale())) * exponent.whole()
                        <= MOST_WHOLE_DIGITS) {
            BigDecimal power = base.decimal().pow((int) exponent.whole());
            return power.scale() <= 0 && digits(power) <= 18
                    ? NumberValue.of(power.longValue())
                    : NumberValue.bounded(power);
        }
        return NumberValue.of(Math.pow(base.toDouble(), exponent.toDouble()));
    }
}
