package dev.plimsoll.query.value;

import java.math.BigDecimal;

/** Formats computed numbers: without trailing zeros, without an exponent if that is short. */
final class NumberText {

    private static final int MAX_ZEROS = 20;
    private static final int MAX_FRACTION_ZEROS = 6;

    private NumberText() {}

    static String of(BigDecimal number) {
        BigDecimal d = number.stripTrailingZeros();
        int magnitude = d.precision() - d.scale() - 1;
        boolean plain = d.scale() > 0 ? magnitude >= -MAX_FRACTION_ZEROS - 1 : -d.scale() <= MAX_ZEROS;
        if (d.signum() == 0) {
            return "0";
        }
        if (plain) {
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
    static String of(double special) {
        return Double.isNaN(special)
                ? "null"
                : (special < 0 ? "-" : "") + Double.toString(Double.MAX_VALUE).replace("E", "e+");
    }
}
