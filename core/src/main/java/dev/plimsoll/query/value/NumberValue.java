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

    /** Precision of quotients in further computations, so that a third times three is one. */
    static final MathContext QUOTIENT = MathContext.DECIMAL128;

    /** Precision of a quotient without a finite decimal form, and of numbers that are computed from it. */
    private static final MathContext ROUNDED = new MathContext(17);

    public static final NumberValue ZERO = of(0);
    public static final NumberValue NAN = new NumberValue(Double.NaN);

    /** Number of digits that always fit into a long. */
    private static final int LONG_DIGITS = 18;

    private static final int EXPONENT_DIGITS = 8;
    /** Maximum number of zeros at the end of a number that is written without an exponent. */
    private static final int MAX_ZEROS = 20;
    /** Maximum number of zeros after the point of a number that is written without an exponent. */
    private static final int MAX_FRACTION_ZEROS = 6;

    private final @Nullable Slice source;
    private boolean isParsed;
    private long longValue;
    private @Nullable BigDecimal decimal;

    /** Value with more digits, for further computations with a rounded number; null if the number is not rounded. */
    private @Nullable BigDecimal unrounded;

    /** NaN or an infinity; 0 for any other number. */
    private double special;

    private NumberValue(Slice written) {
        this.source = written;
    }

    private NumberValue(long integer) {
        this.source = null;
        this.longValue = integer;
        this.isParsed = true;
    }

    private NumberValue(BigDecimal decimal) {
        this.source = null;
        this.decimal = decimal;
        this.isParsed = true;
    }

    private NumberValue(double special) {
        this.source = null;
        this.special = special;
        this.isParsed = true;
    }

    public static NumberValue ofSource(Slice written) {
        return new NumberValue(written);
    }

    public static NumberValue of(long integer) {
        return new NumberValue(integer);
    }

    public static NumberValue of(BigDecimal decimal) {
        return new NumberValue(decimal);
    }

    /**
     * Returns the number that {@link Double#toString} writes for a double, as a decimal. NaN and infinities stay
     * doubles.
     */
    public static NumberValue of(double d) {
        if (Double.isNaN(d) || Double.isInfinite(d)) {
            return new NumberValue(d);
        }
        return d == Math.rint(d) && Math.abs(d) < 1L << 53
                ? new NumberValue((long) d)
                : new NumberValue(new BigDecimal(Double.toString(d)));
    }

    /** Returns the number of a decimal, or infinity or zero if its exponent is out of range. */
    static NumberValue ofBounded(BigDecimal d) {
        int scale = d.scale();
        if (scale > -MAX_SCALE && scale < MAX_SCALE) {
            return new NumberValue(d);
        }
        return scale > 0 || d.signum() == 0 ? ZERO : new NumberValue(d.signum() * Double.POSITIVE_INFINITY);
    }

    private static final int MAX_SCALE = 200_000_000;

    /** Creates the number of a decimal. A rounded number keeps additional digits for further computations. */
    static NumberValue ofComputed(BigDecimal d, boolean isRounded) {
        NumberValue number = ofBounded(isRounded ? d.round(ROUNDED) : d);
        number.unrounded = isRounded && number.decimal != null ? d.round(QUOTIENT) : null;
        return number;
    }

    /** Returns whether the number is rounded, because it has no finite decimal form. */
    boolean isRounded() {
        return unrounded != null;
    }

    /** Returns the decimal value for a computation; a rounded number has additional digits. */
    BigDecimal preciseDecimal() {
        return unrounded == null ? decimal() : unrounded;
    }

    @Override
    public ValueKind kind() {
        return ValueKind.NUMBER;
    }

    @Override
    public @Nullable Slice source() {
        return source;
    }

    private void parse() {
        if (!isParsed) {
            Slice text = source == null ? Slice.of("0") : source;
            if (!parseLong(text)) {
                parseDecimal(text);
            }
            isParsed = true;
        }
    }

    private boolean parseLong(Slice text) {
        int length = text.length();
        boolean isNegative = text.at(0) == '-';
        if (length > LONG_DIGITS) {
            return false;
        }
        long number = 0;
        for (int i = isNegative ? 1 : 0; i < length; i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            number = 10 * number + digit;
        }
        longValue = isNegative ? -number : number;
        return true;
    }

    /** Reads a short decimal number, such as a price. Returns false for all other numbers. */
    private boolean parseShortDecimal(Slice text) {
        if (text.length() > LONG_DIGITS) {
            return false;
        }
        boolean isNegative = text.at(0) == '-';
        long number = 0;
        int point = -1;
        for (int i = isNegative ? 1 : 0; i < text.length(); i++) {
            int digit = text.at(i) - '0';
            if (text.at(i) == '.') {
                point = i;
            } else if (digit < 0 || digit > 9) {
                return false;
            } else {
                number = 10 * number + digit;
            }
        }
        decimal = BigDecimal.valueOf(isNegative ? -number : number, text.length() - 1 - point);
        return true;
    }

    private void parseDecimal(Slice text) {
        if (parseShortDecimal(text)) {
            return;
        }
        String number = new String(text.bytes(), text.from(), text.length(), StandardCharsets.ISO_8859_1);
        int exponentMark = Math.max(number.indexOf('e'), number.indexOf('E'));
        String mantissa = exponentMark < 0 ? number : number.substring(0, exponentMark);
        int maxDigits = EXACT.getPrecision() + 2;
        int removedDigits = 0;
        if (mantissa.length() > maxDigits) {
            int point = mantissa.indexOf('.');
            removedDigits = point < 0 || point > maxDigits ? (point < 0 ? mantissa.length() : point) - maxDigits : 0;
            mantissa = mantissa.substring(0, maxDigits);
        }
        BigDecimal mantissaValue = new BigDecimal(mantissa);
        if (mantissaValue.signum() == 0) {
            return;
        }
        long exponent = removedDigits + (exponentMark < 0 ? 0 : parseExponent(number, exponentMark + 1));
        NumberValue bounded = exponent > MAX_SCALE - 2 * maxDigits || exponent < 2 * maxDigits - MAX_SCALE
                ? (exponent < 0 ? ZERO : new NumberValue(mantissaValue.signum() * Double.POSITIVE_INFINITY))
                : new NumberValue(exponent == 0 ? mantissaValue : mantissaValue.scaleByPowerOfTen((int) exponent));
        decimal = bounded.decimal;
        special = bounded.special;
    }

    private static long parseExponent(String text, int from) {
        boolean isNegative = text.charAt(from) == '-';
        int digitStart = isNegative || text.charAt(from) == '+' ? from + 1 : from;
        while (digitStart < text.length() && text.charAt(digitStart) == '0') {
            digitStart++;
        }
        if (digitStart == text.length()) {
            return 0;
        }
        long exponent = text.length() - digitStart > EXPONENT_DIGITS
                ? Integer.MAX_VALUE
                : Long.parseLong(text.substring(digitStart));
        return isNegative ? -exponent : exponent;
    }

    public boolean isSpecial() {
        parse();
        return special != 0;
    }

    boolean isLong() {
        parse();
        return decimal == null && special == 0;
    }

    public boolean isNan() {
        parse();
        return Double.isNaN(special);
    }

    /** Returns the value as a long. Valid only after {@link #isLong} returned true. */
    long longValue() {
        return longValue;
    }

    /** Returns the decimal value. Not valid for special numbers. */
    public BigDecimal decimal() {
        parse();
        return decimal == null ? BigDecimal.valueOf(longValue) : decimal;
    }

    public double toDouble() {
        parse();
        return special != 0 ? special : decimal == null ? (double) longValue : decimal.doubleValue();
    }

    /** Returns the number without its fraction, limited to the range of a long; 0 for NaN. */
    public long toLong() {
        if (isLong()) {
            return longValue;
        }
        return (long) toDouble();
    }

    public int signum() {
        parse();
        return special != 0 ? (int) Math.signum(special) : decimal == null ? Long.signum(longValue) : decimal.signum();
    }

    /** Compares for sorting. NaN is less than every number and equal to itself. */
    public int compare(NumberValue other) {
        if (isLong() && other.isLong()) {
            return Long.compare(longValue, other.longValue);
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
            return Long.hashCode(longValue);
        }
        if (isSpecial()) {
            return Double.hashCode(special);
        }
        BigDecimal d = decimal().stripTrailingZeros();
        return d.scale() <= 0 && d.precision() - d.scale() <= LONG_DIGITS ? Long.hashCode(d.longValue()) : d.hashCode();
    }

    /** Returns the text for output: the text in the document, or the formatted computed number. */
    public String text() {
        return source != null ? source.utf8() : computedText();
    }

    /** Returns the text of a computed number, even if this number was selected in the document. */
    String computedText() {
        return isLong() ? Long.toString(longValue) : isSpecial() ? text(special) : text(decimal());
    }

    /** Formats a computed number without trailing zeros, and without an exponent unless many zeros would be needed. */
    private static String text(BigDecimal number) {
        BigDecimal d = number.stripTrailingZeros();
        int magnitude = d.precision() - d.scale() - 1;
        boolean isPlain = d.scale() > 0 ? magnitude >= -MAX_FRACTION_ZEROS - 1 : -d.scale() <= MAX_ZEROS;
        if (d.signum() == 0) {
            return "0";
        }
        if (isPlain) {
            return d.toPlainString();
        }
        String digits = d.unscaledValue().abs().toString();
        StringBuilder text = new StringBuilder(digits.length() + 12);
        text.append(d.signum() < 0 ? "-" : "").append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        return text.append(magnitude < 0 ? "e-" : "e+")
                .append(Math.abs((long) magnitude))
                .toString();
    }

    /** Formats NaN and infinities, which JSON lacks: null, and the largest double, as jq does. */
    private static String text(double special) {
        return Double.isNaN(special)
                ? "null"
                : (special < 0 ? "-" : "") + Double.toString(Double.MAX_VALUE).replace("E", "e+");
    }
}
