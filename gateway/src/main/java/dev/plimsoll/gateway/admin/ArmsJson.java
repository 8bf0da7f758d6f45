package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.compare.Arms;
import dev.plimsoll.gateway.compare.Comparison;
import dev.plimsoll.gateway.compare.Comparison.Amount;
import dev.plimsoll.gateway.compare.Difference;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** The two arms as JSON. */
public final class ArmsJson {

    private ArmsJson() {}

    /** As members of an object. */
    public static void write(Arms arms, Json json) {
        write(arms.all(), json.name("total"));
        json.name("tools").array(arms.tools(), ArmsJson::write);
    }

    private static void write(Comparison one, ByteSink out) {
        Json json = new Json(out);
        if (!one.names().isEmpty()) {
            json.text("server", one.names().get(0)).text("tool", one.names().get(1));
        }
        write(one.inProtected(), json.name("protected"));
        write(one.inControl(), json.name("control"));
        if (one.tooLittle().isEmpty()) {
            json.raw("tooLittle", "null");
        } else {
            json.text("tooLittle", one.tooLittle());
        }
        Json metrics = new Json(json.name("metrics"));
        for (Difference difference : one.differences()) {
            write(difference, metrics.name(difference.metric().word()));
        }
        metrics.end();
        json.end();
    }

    private static void write(Amount amount, ByteSink out) {
        new Json(out)
                .number("requests", amount.calls())
                .number("units", amount.units())
                .end();
    }

    private static void write(Difference difference, ByteSink out) {
        Json json = new Json(out);
        json.raw("protected", number(difference.inProtected())).raw("control", number(difference.inControl()));
        json.raw("difference", number(difference.value()));
        json.raw("low", number(difference.low())).raw("high", number(difference.high()));
        json.flag("sure", difference.sure()).end();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
