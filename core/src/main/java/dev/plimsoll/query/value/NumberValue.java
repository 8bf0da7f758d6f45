package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Number. It stays as written in the document until it is used in a computation; then it is a long, a decimal, or one of the
 * three doubles that no decimal can represent.
 */
public final class NumberValue extends Value {

    /** Precision of sums and products in digits. Document numbers with more digits are only copied. */
    static final MathContext EXACT = new MathContext(1_000);

    public static final NumberValue ZERO = of(0);
    public static final NumberValue NAN = new NumberValue(Double.NaN);

    private static final int LONG_DIGITS = 18;
    private static final int EXPONENT_DIGITS = 8;

    private final @Nullable Slice written;
    private boolean read;
    private long whole;
    private @Nullable BigDecimal decimal;
    private double special;

    private NumberValue(Slice written) {
        this.written = written;
    }

    private NumberValue(long whole) {
        this.written = null;
        this.whole = whole;
        this.read = true;
    }

    private NumberValue(BigDecimal decimal) {
        this.written = null;
        this.decimal = decimal;
        this.read = true;
    }

    private NumberValue(double special) {
        this.written = null;
        this.special = special;
        this.read = true;
    }

    public static NumberValue ofWritten(Slice written) {
        return new NumberValue(written);
    }

    public static NumberValue of(long whole) {
        return new NumberValue(whole);
    }

    public static NumberValue of(BigDecimal decimal) {
        return new NumberValue(decimal);
    }

    /** Returns the decimal in the usual text form of a double. NaN and infinities stay unchanged. */
    public static NumberValue of(double d) {
        if (Double.isNaN(d) || Double.isInfinite(d)) {
            return new NumberValue(d);
        }
        return d == Math.rint(d) && Math.abs(d) < 1L << 53
                ? new NumberValue((long) d)
                : new NumberValue(new BigDecimal(Double.toString(d)));
    }

    /** Returns the number of a decimal, or infinity or zero if its exponent is out of range. */
    static NumberValue bounded(BigDecimal d) {
        int scale = d.scale();
        if (scale > -MOST_SCALE && scale < MOST_SCALE) {
            return new NumberValue(d);
        }
        return scale > 0 || d.signum() == 0 ? ZERO : new NumberValue(d.signum() * Double.POSITIVE_INFINITY);
    }

    private static final int MOST_SCALE = 200_000_000;

    @Override
    public ValueKind kind() {
        return ValueKind.NUMBER;
    }

    @Override
    public @Nullable Slice written() {
        return written;
    }

    private void read() {
        if (!read) {
            Slice text = written == null ? Slice.of("0") : written;
            if (!readLong(text)) {
                readDecimal(text);
            }
            read = true;
        }
    }

    private boolean readLong(Slice text) {
        int length = text.length();
        boolean negative = text.at(0) == '-';
        if (length > LONG_DIGITS) {
            return false;
        }
        long n = 0;
        for (int i = negative ? 1 : 0; i < length; i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            n = 10 * n + digit;
        }
        whole = negative ? -n : n;
        return true;
    }

    /** Reads a short decimal number, such as a price. Returns false for all others. */
    private boolean readShort(Slice text) {
        if (text.length() > LONG_DIGITS) {
            return false;
        }
        boolean negative = text.at(0) == '-';
        long n = 0;
        int point = -1;
        for (int i = negative ? 1 : 0; i < text.length(); i++) {
            int digit = text.at(i) - '0';
            if (text.at(i) == '.') {
                point = i;
            } else if (digit < 0 || digit > 9) {
                return false;
            } else {
                n = 10 * n + digit;
            }
        }
        decimal = BigDecimal.valueOf(negative ? -n : n, text.length() - 1 - point);
        return true;
    }

    private void readDecimal(Slice text) {
        if (readShort(text)) {
            return;
        }
        String s = new String(text.bytes(), text.from(), text.length(), StandardCharsets.ISO_8859_1);
        int e = Math.max(s.indexOf('e'), s.indexOf('E'));
        String mantissa = e < 0 ? s : s.substring(0, e);
        int maxDigits = EXACT.getPrecision() + 2;
        int cut = 0;
        if (mantissa.length() > maxDigits) {
            int point = mantissa.indexOf('.');
            cut = point < 0 || point > maxDigits ? (point < 0 ? mantissa.length() : point) - maxDigits : 0;
            mantissa = mantissa.substring(0, maxDigits);
        }
        BigDecimal read = new BigDecimal(mantissa);
        if (read.signum() == 0) {
            return;
        }
        long exponent = cut + (e < 0 ? 0 : exponent(s, e + 1));
        NumberValue bounded = exponent > MOST_SCALE - 2 * maxDigits || exponent < 2 * maxDigits - MOST_SCALE
                ? (exponent < 0 ? ZERO : new NumberValue(read.signum() * Double.POSITIVE_INFINITY))
                : new NumberValue(exponent == 0 ? read : read.scaleByPowerOfTen((int) exponent));
        decimal = bounded.decimal;
        special = bounded.special;
    }

    private static long exponent(String s, int from) {
        boolean negative = s.charAt(from) == '-';
        int i = negative || s.charAt(from) == '+' ? from + 1 : from;
        while (i < s.length() && s.charAt(i) == '0') {
            i++;
        }
        if (i == s.length()) {
            return 0;
        }
        long n = s.length() - i > EXPONENT_DIGITS ? Integer.MAX_VALUE : Long.parseLong(s.substring(i));
        return negative ? -n : n;
    }

    public boolean isSpecial() {
        read();
        return special != 0;
    }

    boolean isLong() {
        read();
        return decimal == null && special == 0;
    }

    public boolean isNan() {
        read();
        return Double.isNaN(special);
    }

    long whole() {
        return whole;
    }

    /** Returns the decimal value. Not valid for special numbers. */
    public BigDecimal decimal() {
        read();
        return decimal == null ? BigDecimal.valueOf(whole) : decimal;
    }

    public double toDouble() {
        read();
        return special != 0 ? special : decimal == null ? (double) whole : decimal.doubleValue();
    }

    /** Returns the number without its fraction, limited to the range of a long; 0 for NaN. */
    public long toLong() {
        if (isLong()) {
            return whole;
        }
        return (long) toDouble();
    }

    public int signum() {
        read();
        return special != 0 ? (int) Math.signum(special) : decimal == null ? Long.signum(whole) : decimal.signum();
    }

    /** Compares for sorting. NaN is less than every number and equal to itself. */
    public int order(NumberValue other) {
        if (isLong() && other.isLong()) {
            return Long.compare(whole, other.whole);
        }
        if (isSpecial() || other.isSpecial()) {
            return isNan() || other.isNan()
                    ? Boolean.compare(other.isNan(), isNan())
                    : Double.compare(isSpecial() ? special : 0, other.isSpecial() ? other.special : 0);
        }
        return decimal().compareTo(other.decimal());
    }

    /** Returns a hash that is equal for equal numbers, whatever their notation. */
    int hash() {
        if (isLong()) {
            return Long.hashCode(whole);
        }
        if (isSpecial()) {
            return Double.hashCode(special);
        }
        BigDecimal d = decimal().stripTrailingZeros();
        return d.scale() <= 0 && d.precision() - d.scale() <= LONG_DIGITS ? Long.hashCode(d.longValue()) : d.hashCode();
    }

    /** Returns the text for output: as in the document, or formatted by {@link NumberText}. */
    public String text() {
        return written != null ? written.utf8() : computed();
    }

    /** Returns the text of a computed number, even if this one was only selected. */
    String computed() {
        return isLong() ? Long.toString(whole) : isSpecial() ? NumberText.of(special) : NumberText.of(decimal());
    }
}
