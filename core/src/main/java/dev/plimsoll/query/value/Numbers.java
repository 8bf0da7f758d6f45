package dev.plimsoll.query.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic on numbers. Sums and products of decimals are exact up to 1,000 digits. Quotients without a finite decimal
 * form are rounded, and so are numbers that are computed from them. Doubles are used only if NaN or an infinity is
 * involved, and for powers that are not small.
 */
public final class Numbers {

    private static final int MAX_INTEGER_DIGITS = 1_000;

    /** Digits up to which no sum can be too long. */
    private static final int SMALL_DIGITS = 400;

    private Numbers() {}

    public static NumberValue add(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            long sum = a.longValue() + b.longValue();
            if (((a.longValue() ^ sum) & (b.longValue() ^ sum)) >= 0) {
                return NumberValue.of(sum);
            }
        }
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() + b.toDouble());
        }
        return NumberValue.ofComputed(sum(a.preciseDecimal(), b.preciseDecimal()), a.isRounded() || b.isRounded());
    }

    private static BigDecimal sum(BigDecimal a, BigDecimal b) {
        boolean isSmall = Math.max(Math.abs(a.scale()), Math.abs(b.scale())) < SMALL_DIGITS
                && Math.max(a.precision(), b.precision()) < SMALL_DIGITS;
        return isSmall ? a.add(b) : a.add(b, NumberValue.EXACT);
    }

    public static NumberValue negate(NumberValue a) {
        if (a.isSpecial()) {
            return NumberValue.of(-a.toDouble());
        }
        return a.isLong() && a.longValue() != Long.MIN_VALUE
                ? NumberValue.of(-a.longValue())
                : NumberValue.ofComputed(a.preciseDecimal().negate(), a.isRounded());
    }

    public static NumberValue subtract(NumberValue a, NumberValue b) {
        return add(a, negate(b));
    }

    public static NumberValue multiply(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            long high = Math.multiplyHigh(a.longValue(), b.longValue());
            long low = a.longValue() * b.longValue();
            if (high == low >> 63) {
                return NumberValue.of(low);
            }
        }
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() * b.toDouble());
        }
        BigDecimal product = a.preciseDecimal().multiply(b.preciseDecimal(), NumberValue.EXACT);
        return NumberValue.ofComputed(product, a.isRounded() || b.isRounded());
    }

    /** Divides two numbers. The divisor must not be zero. */
    public static NumberValue divide(NumberValue a, NumberValue b) {
        if (a.isSpecial() || b.isSpecial()) {
            return NumberValue.of(a.toDouble() / b.toDouble());
        }
        if (a.isLong() && b.isLong() && b.longValue() != -1 && a.longValue() % b.longValue() == 0) {
            return NumberValue.of(a.longValue() / b.longValue());
        }
        BigDecimal quotient = a.preciseDecimal().divide(b.preciseDecimal(), NumberValue.QUOTIENT);
        boolean isExact =
                !a.isRounded() && !b.isRounded() && isProduct(quotient, b.preciseDecimal(), a.preciseDecimal());
        return NumberValue.ofComputed(quotient, !isExact);
    }

    private static boolean isProduct(BigDecimal quotient, BigDecimal divisor, BigDecimal dividend) {
        return quotient.multiply(divisor, NumberValue.EXACT).compareTo(dividend) == 0;
    }

    /** Returns the remainder of the integer parts, with the sign of the dividend. The integer part of the divisor must not be zero. */
    public static NumberValue remainder(NumberValue a, NumberValue b) {
        if (a.isLong() && b.isLong()) {
            return NumberValue.of(b.longValue() == -1 ? 0 : a.longValue() % b.longValue());
        }
        if (a.isNan() || b.isNan()) {
            return NumberValue.NAN;
        }
        return ofInteger(integerPart(a).remainder(integerPart(b)));
    }

    private static BigInteger integerPart(NumberValue number) {
        if (number.isSpecial() || digits(number.decimal()) > MAX_INTEGER_DIGITS) {
            return number.signum() < 0 ? BigInteger.valueOf(Long.MIN_VALUE) : BigInteger.valueOf(Long.MAX_VALUE);
        }
        return digits(number.decimal()) <= 0
                ? BigInteger.ZERO
                : number.decimal().toBigInteger();
    }

    private static NumberValue ofInteger(BigInteger number) {
        return number.bitLength() < Long.SIZE
                ? NumberValue.of(number.longValue())
                : NumberValue.of(new BigDecimal(number));
    }

    /** Returns whether the integer part of a number is zero. */
    public static boolean hasZeroIntegerPart(NumberValue number) {
        return !number.isSpecial() && integerPart(number).signum() == 0;
    }

    /** Returns the number of digits before the point. */
    private static int digits(BigDecimal decimal) {
        return decimal.signum() == 0 ? 0 : decimal.precision() - decimal.scale();
    }

    /** Rounds to an integer in a direction. */
    public static NumberValue round(NumberValue number, RoundingMode mode) {
        if (number.isLong() || number.isSpecial() || number.decimal().scale() <= 0) {
            return number;
        }
        BigDecimal decimal = number.decimal();
        if (digits(decimal) < -1) {
            // too small to be scaled; any small number rounds to the same result
            decimal = BigDecimal.valueOf(decimal.signum(), 2);
        }
        return ofInteger(decimal.setScale(0, mode).toBigInteger());
    }

    /** Returns a power. Small integer powers have no rounding error. */
    public static NumberValue power(NumberValue base, NumberValue exponent) {
        boolean isSmall = exponent.isLong() && exponent.longValue() >= 0 && exponent.longValue() <= MAX_INTEGER_DIGITS;
        if (isSmall
                && !base.isSpecial()
                && (base.decimal().precision() + Math.abs((long) base.decimal().scale())) * exponent.longValue()
                        <= MAX_INTEGER_DIGITS) {
            BigDecimal power = base.preciseDecimal().pow((int) exponent.longValue());
            if (base.isRounded()) {
                return NumberValue.ofComputed(power, true);
            }
            return power.scale() <= 0 && digits(power) <= 18
                    ? NumberValue.of(power.longValue())
                    : NumberValue.ofBounded(power);
        }
        return NumberValue.of(Math.pow(base.toDouble(), exponent.toDouble()));
    }
}
