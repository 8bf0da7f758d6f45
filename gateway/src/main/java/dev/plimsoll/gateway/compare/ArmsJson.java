package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.compare.Comparison.Amount;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;

/** Writes the comparison of the two arms as JSON. */
public final class ArmsJson {

    private ArmsJson() {}

    /** Writes the comparison as members of an object. */
    public static void write(ArmComparison armComparison, JsonWriter json) {
        write(armComparison.all(), json.name("total"));
        json.array("tools", armComparison.tools(), ArmsJson::write);
    }

    private static void write(Comparison comparison, JsonWriter json) {
        json.beginObject();
        if (!comparison.names().isEmpty()) {
            json.string("server", comparison.names().get(0))
                    .string("tool", comparison.names().get(1));
        }
        write(comparison.protectedAmount(), json.name("protected"));
        write(comparison.controlAmount(), json.name("control"));
        if (comparison.insufficientData().isEmpty()) {
            json.nullValue("tooLittle");
        } else {
            json.string("tooLittle", comparison.insufficientData());
        }
        json.beginObject("metrics");
        for (Difference difference : comparison.differences()) {
            write(difference, json.name(difference.metric().jsonName()));
        }
        json.endObject();
        json.endObject();
    }

    private static void write(Amount amount, JsonWriter json) {
        json.beginObject()
                .number("requests", amount.calls())
                .number("units", amount.units())
                .endObject();
    }

    private static void write(Difference difference, JsonWriter json) {
        json.beginObject()
                .raw("protected", format(difference.protectedValue()))
                .raw("control", format(difference.controlValue()));
        json.raw("difference", format(difference.value()));
        json.raw("low", format(difference.low())).raw("high", format(difference.high()));
        json.bool("sure", difference.isSignificant()).endObject();
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
