package dev.plimsoll.query.library;

import dev.plimsoll.json.Json;
import dev.plimsoll.query.ops.Operators;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.RawValue;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueWriter;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/** Functions for numbers. Rounding and small integer powers are exact. Functions without exact results use double precision. */
final class MathFunctions {

    private static final double LN_2 = Math.log(2);

    private MathFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        rounding(functionLibrary, "floor", RoundingMode.FLOOR);
        rounding(functionLibrary, "ceil", RoundingMode.CEILING);
        rounding(functionLibrary, "round", RoundingMode.HALF_UP);
        rounding(functionLibrary, "trunc", RoundingMode.DOWN);
        functionLibrary.function("abs/0", (evaluation, in, none) -> absolute(number(in, evaluation.meter())));
        functionLibrary.function("fabs/0", (evaluation, in, none) -> absolute(number(in, evaluation.meter())));
        doubles(functionLibrary, "sqrt", Math::sqrt);
        doubles(functionLibrary, "cbrt", Math::cbrt);
        doubles(functionLibrary, "exp", Math::exp);
        doubles(functionLibrary, "exp2", x -> Math.pow(2, x));
        doubles(functionLibrary, "exp10", x -> Math.pow(10, x));
        doubles(functionLibrary, "log", Math::log);
        doubles(functionLibrary, "log2", MathFunctions::log2);
        doubles(functionLibrary, "log10", Math::log10);
        doubles(functionLibrary, "sin", Math::sin);
        doubles(functionLibrary, "cos", Math::cos);
        doubles(functionLibrary, "tan", Math::tan);
        doubles(functionLibrary, "asin", Math::asin);
        doubles(functionLibrary, "acos", Math::acos);
        doubles(functionLibrary, "atan", Math::atan);
        doubles(functionLibrary, "sinh", Math::sinh);
        doubles(functionLibrary, "cosh", Math::cosh);
        doubles(functionLibrary, "tanh", Math::tanh);
        functionLibrary.function(
                "pow/2",
                (evaluation, in, arguments) -> Numbers.power(
                        number(arguments[0], evaluation.meter()), number(arguments[1], evaluation.meter())));
        functionLibrary.function(
                "atan2/2",
                (evaluation, in, arguments) -> NumberValue.of(Math.atan2(
                        number(arguments[0], evaluation.meter()).toDouble(),
                        number(arguments[1], evaluation.meter()).toDouble())));
        functionLibrary.function(
                "fmin/2", (evaluation, in, arguments) -> smaller(arguments[0], arguments[1], true, evaluation.meter()));
        functionLibrary.function(
                "fmax/2",
                (evaluation, in, arguments) -> smaller(arguments[0], arguments[1], false, evaluation.meter()));
        functionLibrary.function("infinite/0", (evaluation, in, none) -> NumberValue.of(Double.POSITIVE_INFINITY));
        functionLibrary.function("nan/0", (evaluation, in, none) -> NumberValue.NAN);
        functionLibrary.function(
                "isnan/0",
                (evaluation, in, none) ->
                        ConstantValue.of(number(in, evaluation.meter()).isNan()));
        functionLibrary.function("isinfinite/0", (evaluation, in, none) -> {
            NumberValue n = number(in, evaluation.meter());
            return ConstantValue.of(n.isSpecial() && !n.isNan());
        });
        functionLibrary.function("isnormal/0", (evaluation, in, none) -> {
            NumberValue n = number(in, evaluation.meter());
            return ConstantValue.of(!n.isSpecial() && n.signum() != 0);
        });
        functionLibrary.function("tonumber/0", (evaluation, in, none) -> toNumber(in, evaluation.meter()));
        functionLibrary.function("have_literal_numbers/0", (evaluation, in, none) -> ConstantValue.TRUE);
        functionLibrary.function("have_decnum/0", (evaluation, in, none) -> ConstantValue.TRUE);
        functionLibrary.function("true/0", (evaluation, in, none) -> ConstantValue.TRUE);
        functionLibrary.function("false/0", (evaluation, in, none) -> ConstantValue.FALSE);
        functionLibrary.function("null/0", (evaluation, in, none) -> ConstantValue.NULL);
    }

    private static double log2(double x) {
        double log = Math.log(x) / LN_2;
        return Math.pow(2, Math.rint(log)) == x ? Math.rint(log) : log;
    }

    private static void rounding(FunctionLibrary functionLibrary, String name, RoundingMode mode) {
        functionLibrary.function(
                name + "/0", (evaluation, in, none) -> Numbers.round(number(in, evaluation.meter()), mode));
    }

    private static void doubles(FunctionLibrary functionLibrary, String name, DoubleUnaryOperator operator) {
        functionLibrary.function(
                name + "/0",
                (evaluation, in, none) -> NumberValue.of(
                        operator.applyAsDouble(number(in, evaluation.meter()).toDouble())));
    }

    static NumberValue number(Value in, QueryMeter queryMeter) {
        if (in instanceof NumberValue n) {
            return n;
        }
        throw Operators.wrong(in, "number required", queryMeter);
    }

    private static Value absolute(NumberValue n) {
        return n.signum() < 0 ? Numbers.negate(n) : n;
    }

    private static Value smaller(Value a, Value b, boolean smaller, QueryMeter queryMeter) {
        NumberValue n = number(a, queryMeter);
        NumberValue m = number(b, queryMeter);
        if (n.isNan() || m.isNan()) {
            return n.isNan() ? m : n;
        }
        return n.order(m) < 0 == smaller ? n : m;
    }

    private static Value toNumber(Value in, QueryMeter queryMeter) {
        if (in instanceof NumberValue) {
            return in;
        }
        if (!(in instanceof StringValue s)) {
            throw Operators.wrong(in, "cannot be parsed as a number", queryMeter);
        }
        queryMeter.walked(s.text().length());
        if (s.string().strip().equals("nan")) {
            return NumberValue.NAN;
        }
        Value number = Json.isValid(s.text()) ? RawValue.document(s.text()) : ConstantValue.NULL;
        if (number instanceof NumberValue n) {
            return n;
        }
        throw new QueryError("string (" + ValueWriter.excerpt(in, queryMeter) + ") cannot be parsed as a number");
    }
}
