package dev.plimsoll.query.function;

import dev.plimsoll.query.text.Dates;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.math.BigDecimal;

/** Functions for dates, all in UTC. */
final class TimeFunctions {

    private static final StringValue ISO = StringValue.of("%Y-%m-%dT%H:%M:%SZ");
    private static final int MILLI_DIGITS = 3;

    private TimeFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "now/0",
                (evaluation, input, none) ->
                        NumberValue.of(BigDecimal.valueOf(evaluation.now().toEpochMilli(), MILLI_DIGITS)));
        functionLibrary.defineNative(
                "mktime/0", (evaluation, input, none) -> Dates.toSeconds(input, evaluation.meter()));
        functionLibrary.defineNative("gmtime/0", (evaluation, input, none) -> Dates.toParts(input, evaluation.meter()));
        functionLibrary.defineNative(
                "strftime/1",
                (evaluation, input, arguments) -> Dates.format(
                        input, requireFormat(arguments[0], "strftime/1 requires a string format"), evaluation.meter()));
        functionLibrary.defineNative(
                "strptime/1",
                (evaluation, input, arguments) -> Dates.parse(
                        input,
                        requireFormat(arguments[0], "strptime/1 requires string inputs and arguments"),
                        evaluation.meter()));
        for (String name : new String[] {"todate/0", "todateiso8601/0", "dateiso8601/0", "date/0"}) {
            functionLibrary.defineNative(
                    name, (evaluation, input, none) -> Dates.format(input, ISO, evaluation.meter()));
        }
        for (String name : new String[] {"fromdate/0", "fromdateiso8601/0"}) {
            functionLibrary.defineNative(name, (evaluation, input, none) -> Dates.parseIso(input, evaluation.meter()));
        }
    }

    private static StringValue requireFormat(Value format, String error) {
        if (format instanceof StringValue text) {
            return text;
        }
        throw new QueryError(error);
    }
}
