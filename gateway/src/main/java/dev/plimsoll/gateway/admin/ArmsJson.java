package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.compare.ArmComparison;
import dev.plimsoll.gateway.compare.Comparison;
import dev.plimsoll.gateway.compare.Comparison.Amount;
import dev.plimsoll.gateway.compare.Difference;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** Writes the comparison of the two arms as JSON. */
public final class ArmsJson {

    private ArmsJson() {}

    /** Writes the comparison as members of an object. */
    public static void write(ArmComparison armComparison, JsonObjectWriter jsonObjectWriter) {
        write(armComparison.all(), jsonObjectWriter.name("total"));
        jsonObjectWriter.name("tools").array(armComparison.tools(), ArmsJson::write);
    }

    private static void write(Comparison comparison, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        if (!comparison.names().isEmpty()) {
            jsonObjectWriter
                    .text("server", comparison.names().get(0))
                    .text("tool", comparison.names().get(1));
        }
        write(comparison.inProtected(), jsonObjectWriter.name("protected"));
        write(comparison.inControl(), jsonObjectWriter.name("control"));
        if (comparison.insufficientData().isEmpty()) {
            jsonObjectWriter.raw("tooLittle", "null");
        } else {
            jsonObjectWriter.text("tooLittle", comparison.insufficientData());
        }
        JsonObjectWriter metrics = new JsonObjectWriter(jsonObjectWriter.name("metrics"));
        for (Difference difference : comparison.differences()) {
            write(difference, metrics.name(difference.metric().jsonName()));
        }
        metrics.end();
        jsonObjectWriter.end();
    }

    private static void write(Amount amount, ByteSink out) {
        new JsonObjectWriter(out)
                .number("requests", amount.calls())
                .number("units", amount.units())
                .end();
    }

    private static void write(Difference difference, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter
                .raw("protected", number(difference.inProtected()))
                .raw("control", number(difference.inControl()));
        jsonObjectWriter.raw("difference", number(difference.value()));
        jsonObjectWriter.raw("low", number(difference.low())).raw("high", number(difference.high()));
        jsonObjectWriter.flag("sure", difference.isSignificant()).end();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
