package dev.plimsoll.query.library;

import dev.plimsoll.query.ops.Dates;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.math.BigDecimal;

/** Functions about dates; all in UTC. */
final class Times {

    private static final Str ISO = Str.of("%Y-%m-%dT%H:%M:%SZ");
    private static final int MILLI_DIGITS = 3;

    private Times() {}

    static void addTo(Library library) {
        library.function(
                "now/0", (run, in, none) -> Num.of(BigDecimal.valueOf(run.now().toEpochMilli(), MILLI_DIGITS)));
        library.function("mktime/0", (run, in, none) -> Dates.seconds(in, run.meter()));
        library.function("gmtime/0", (run, in, none) -> Dates.broken(in, run.meter()));
        library.function(
                "strftime/1",
                (run, in, arguments) ->
                        Dates.format(in, format(arguments[0], "strftime/1 requires a string format"), run.meter()));
        library.function(
                "strptime/1",
                (run, in, arguments) -> Dates.parse(
                        in, format(arguments[0], "strptime/1 requires string inputs and arguments"), run.meter()));
        for (String name : new String[] {"todate/0", "todateiso8601/0", "dateiso8601/0", "date/0"}) {
            library.function(name, (run, in, none) -> Dates.format(in, ISO, run.meter()));
        }
        for (String name : new String[] {"fromdate/0", "fromdateiso8601/0"}) {
            library.function(name, (run, in, none) -> Dates.fromIso(in, run.meter()));
        }
    }

    private static Str format(Value format, String otherwise) {
        if (format instanceof Str s) {
            return s;
        }
        throw new QueryError(otherwise);
    }
}
