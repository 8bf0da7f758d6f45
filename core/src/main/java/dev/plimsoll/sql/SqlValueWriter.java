package dev.plimsoll.sql;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the values of a row as JSON. */
final class SqlValueWriter {

    /** Maximum number of zeros at the end of a number, or after its decimal point, that are written without an exponent. */
    private static final int MAX_ZEROS = 40;

    private SqlValueWriter() {}

    static void write(@Nullable Object value, ByteSink out) {
        if (value == null) {
            out.ascii("null");
        } else if (value instanceof Long number) {
            out.number(number);
        } else if (value instanceof BigDecimal number) {
            out.ascii(toText(number));
        } else if (value instanceof Double number) {
            // JSON has no infinity and no NaN
            out.ascii(number.isInfinite() || number.isNaN() ? "null" : toText(new BigDecimal(number.toString())));
        } else if (value instanceof Boolean flag) {
            out.bool(flag);
        } else if (value instanceof Slice json) {
            out.json(json);
        } else if (value instanceof List<?> values) {
            out.array(values, SqlValueWriter::write);
        } else {
            out.string(value.toString());
        }
    }

    private static String toText(BigDecimal number) {
        int scale = number.scale();
        boolean isPlain = scale >= -MAX_ZEROS && scale - number.precision() <= MAX_ZEROS;
        return isPlain
                ? number.toPlainString()
                : number.toString().replace("E+", "e").replace('E', 'e');
    }
}
