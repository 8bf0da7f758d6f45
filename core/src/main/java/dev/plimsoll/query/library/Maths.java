package dev.plimsoll.query.library;

import dev.plimsoll.json.Json;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Raw;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/** Functions about numbers. Rounding and powers are exact; what has no exact result is computed in double precision. */
final class Maths {

    private static final double LN_2 = Math.log(2);

    private Maths() {}

    static void addTo(Library library) {
        rounding(library, "floor", RoundingMode.FLOOR);
        rounding(library, "ceil", RoundingMode.CEILING);
        rounding(library, "round", RoundingMode.HALF_UP);
        rounding(library, "trunc", RoundingMode.DOWN);
        library.function("abs/0", (run, in, none) -> absolute(number(in, run.meter())));
        library.function("fabs/0", (run, in, none) -> absolute(number(in, run.meter())));
        doubles(library, "sqrt", Math::sqrt);
        doubles(library, "cbrt", Math::cbrt);
        doubles(library, "exp", Math::exp);
        doubles(library, "exp2", x -> Math.pow(2, x));
        doubles(library, "exp10", x -> Math.pow(10, x));
        doubles(library, "log", Math::log);
        doubles(library, "log2", Maths::log2);
        doubles(library, "log10", Math::log10);
        doubles(library, "sin", Math::sin);
        doubles(library, "cos", Math::cos);
        doubles(library, "tan", Math::tan);
        doubles(library, "asin", Math::asin);
        doubles(library, "acos", Math::acos);
        doubles(library, "atan", Math::atan);
        doubles(library, "sinh", Math::sinh);
        doubles(library, "cosh", Math::cosh);
        doubles(library, "tanh", Math::tanh);
        library.function(
                "pow/2",
                (run, in, arguments) ->
                        Numbers.power(number(arguments[0], run.meter()), number(arguments[1], run.meter())));
        library.function(
                "atan2/2",
                (run, in, arguments) -> Num.of(Math.atan2(
                        number(arguments[0], run.meter()).toDouble(),
                        number(arguments[1], run.meter()).toDouble())));
        library.function("fmin/2", (run, in, arguments) -> smaller(arguments[0], arguments[1], true, run.meter()));
        library.function("fmax/2", (run, in, arguments) -> smaller(arguments[0], arguments[1], false, run.meter()));
        library.function("infinite/0", (run, in, none) -> Num.of(Double.POSITIVE_INFINITY));
        library.function("nan/0", (run, in, none) -> Num.NAN);
        library.function(
                "isnan/0",
                (run, in, none) -> Constant.of(number(in, run.meter()).isNan()));
        library.function("isinfinite/0", (run, in, none) -> {
            Num n = number(in, run.meter());
            return Constant.of(n.isSpecial() && !n.isNan());
        });
        library.function("isnormal/0", (run, in, none) -> {
            Num n = number(in, run.meter());
            return Constant.of(!n.isSpecial() && n.signum() != 0);
        });
        library.function("tonumber/0", (run, in, none) -> toNumber(in, run.meter()));
        library.function("have_literal_numbers/0", (run, in, none) -> Constant.TRUE);
        library.function("have_decnum/0", (run, in, none) -> Constant.TRUE);
        library.function("true/0", (run, in, none) -> Constant.TRUE);
        library.function("false/0", (run, in, none) -> Constant.FALSE);
        library.function("null/0", (run, in, none) -> Constant.NULL);
    }

    private static double log2(double x) {
        double log = Math.log(x) / LN_2;
        return Math.pow(2, Math.rint(log)) == x ? Math.rint(log) : log;
    }

    private static void rounding(Library library, String name, RoundingMode mode) {
        library.function(name + "/0", (run, in, none) -> Numbers.round(number(in, run.meter()), mode));
    }

    private static void doubles(Library library, String name, DoubleUnaryOperator law) {
        library.function(
                name + "/0",
                (run, in, none) ->
                        Num.of(law.applyAsDouble(number(in, run.meter()).toDouble())));
    }

    static Num number(Value in, Meter meter) {
        if (in instanceof Num n) {
            return n;
        }
        throw Ops.wrong(in, "number required", meter);
    }

    private static Value absolute(Num n) {
        return n.signum() < 0 ? Numbers.negate(n) : n;
    }

    private static Value smaller(Value a, Value b, boolean smaller, Meter meter) {
        Num n = number(a, meter);
        Num m = number(b, meter);
        if (n.isNan() || m.isNan()) {
            return n.isNan() ? m : n;
        }
        return n.order(m) < 0 == smaller ? n : m;
    }

    private static Value toNumber(Value in, Meter meter) {
        if (in instanceof Num) {
            return in;
        }
        if (!(in instanceof Str s)) {
            throw Ops.wrong(in, "cannot be parsed as a number", meter);
        }
        meter.walked(s.text().length());
        if (s.string().strip().equals("nan")) {
            return Num.NAN;
        }
        Value number = Json.isValid(s.text()) ? Raw.document(s.text()) : Constant.NULL;
        if (number instanceof Num n) {
            return n;
        }
        throw new QueryError("string (" + JsonOut.excerpt(in, meter) + ") cannot be parsed as a number");
    }
}
