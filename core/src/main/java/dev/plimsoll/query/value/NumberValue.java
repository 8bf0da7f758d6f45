package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A number: as a document has it until somebody counts with it; then a long, a decimal, or one of the three doubles that no decimal can be. */
public final class NumberValue extends Value {

    /** Sums and products keep this many digits; what a document has beyond them is only ever copied. */
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

    /** The decimal that a double is usually written as; NaN and the infinities stay what they are. */
    public static NumberValue of(double d) {
        if (Double.isNaN(d) || Double.isInfinite(d)) {
            return new NumberValue(d);
        }
        return d == Math.rint(d) && Math.abs(d) < 1L << 53
                ? new NumberValue((long) d)
                : new NumberValue(new BigDecimal(Double.toString(d)));
    }

    /** What {@link #of(BigDecimal)} takes, or infinite or zero where its exponent has left all bounds. */
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

    /** What most prices and measurements look like; false for everything else. */
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
        int most = EXACT.getPrecision() + 2;
        int cut = 0;
        if (mantissa.length() > most) {
            int point = mantissa.indexOf('.');
            cut = point < 0 || point > most ? (point < 0 ? mantissa.length() : point) - most : 0;
            mantissa = mantissa.substring(0, most);
        }
        BigDecimal read = new BigDecimal(mantissa);
        if (read.signum() == 0) {
            return;
        }
        long exponent = cut + (e < 0 ? 0 : exponent(s, e + 1));
        NumberValue bounded = exponent > MOST_SCALE - 2 * most || exponent < 2 * most - MOST_SCALE
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

    /** Not for special ones. */
    public BigDecimal decimal() {
        read();
        return decimal == null ? BigDecimal.valueOf(whole) : decimal;
    }

    public double toDouble() {
        read();
        return special != 0 ? special : decimal == null ? (double) whole : decimal.doubleValue();
    }

    /** Without its fraction, as far as a long goes; 0 for NaN. */
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

    /** NaN is less than every number and, for sorting, equal to itself. */
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

    /** Equal numbers have equal hashes, however they are spelled. */
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

    /** As it is written out: as the document has it, or by {@link NumberText}. */
    public String text() {
        return written != null ? written.utf8() : computed();
    }

    /** As a computed number is written, even if it was merely selected. */
    String computed() {
        return isLong() ? Long.toString(whole) : isSpecial() ? NumberText.of(special) : NumberText.of(decimal());
    }
}
