package dev.plimsoll.query.function;

import dev.plimsoll.json.Json;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueOrder;
import dev.plimsoll.query.value.ValueWriter;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/** Functions for numbers. Rounding and small integer powers are exact. Functions without exact results use double precision. */
final class MathFunctions {

    private static final double LN_2 = Math.log(2);

    private MathFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        addRounding(functionLibrary, "floor", RoundingMode.FLOOR);
        addRounding(functionLibrary, "ceil", RoundingMode.CEILING);
        addRounding(functionLibrary, "round", RoundingMode.HALF_UP);
        addRounding(functionLibrary, "trunc", RoundingMode.DOWN);
        functionLibrary.defineNative(
                "abs/0", (evaluation, input, none) -> absolute(requireNumber(input, evaluation.meter())));
        functionLibrary.defineNative(
                "fabs/0", (evaluation, input, none) -> absolute(requireNumber(input, evaluation.meter())));
        addDoubleFunction(functionLibrary, "sqrt", Math::sqrt);
        addDoubleFunction(functionLibrary, "cbrt", Math::cbrt);
        addDoubleFunction(functionLibrary, "exp", Math::exp);
        addDoubleFunction(functionLibrary, "exp2", x -> Math.pow(2, x));
        addDoubleFunction(functionLibrary, "exp10", x -> Math.pow(10, x));
        addDoubleFunction(functionLibrary, "log", Math::log);
        addDoubleFunction(functionLibrary, "log2", MathFunctions::log2);
        addDoubleFunction(functionLibrary, "log10", Math::log10);
        addDoubleFunction(functionLibrary, "sin", Math::sin);
        addDoubleFunction(functionLibrary, "cos", Math::cos);
        addDoubleFunction(functionLibrary, "tan", Math::tan);
        addDoubleFunction(functionLibrary, "asin", Math::asin);
        addDoubleFunction(functionLibrary, "acos", Math::acos);
        addDoubleFunction(functionLibrary, "atan", Math::atan);
        addDoubleFunction(functionLibrary, "sinh", Math::sinh);
        addDoubleFunction(functionLibrary, "cosh", Math::cosh);
        addDoubleFunction(functionLibrary, "tanh", Math::tanh);
        addFunctionsOfTwoNumbers(functionLibrary);
        addConstants(functionLibrary);
        addSpecialNumbers(functionLibrary);
        functionLibrary.defineNative("median/0", (evaluation, input, none) -> median(input, evaluation.meter()));
        functionLibrary.defineNative("tonumber/0", (evaluation, input, none) -> toNumber(input, evaluation.meter()));
    }

    private static void addFunctionsOfTwoNumbers(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "pow/2",
                (evaluation, input, arguments) -> Numbers.power(
                        requireNumber(arguments[0], evaluation.meter()),
                        requireNumber(arguments[1], evaluation.meter())));
        functionLibrary.defineNative(
                "atan2/2",
                (evaluation, input, arguments) -> NumberValue.of(Math.atan2(
                        requireNumber(arguments[0], evaluation.meter()).toDouble(),
                        requireNumber(arguments[1], evaluation.meter()).toDouble())));
        functionLibrary.defineNative(
                "fmin/2",
                (evaluation, input, arguments) -> minOrMax(arguments[0], arguments[1], true, evaluation.meter()));
        functionLibrary.defineNative(
                "fmax/2",
                (evaluation, input, arguments) -> minOrMax(arguments[0], arguments[1], false, evaluation.meter()));
    }

    /** Adds the functions that return or recognize infinite numbers and NaN. */
    private static void addSpecialNumbers(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "infinite/0", (evaluation, input, none) -> NumberValue.of(Double.POSITIVE_INFINITY));
        functionLibrary.defineNative("nan/0", (evaluation, input, none) -> NumberValue.NAN);
        functionLibrary.defineNative(
                "isnan/0",
                (evaluation, input, none) -> ConstantValue.of(
                        requireNumber(input, evaluation.meter()).isNan()));
        functionLibrary.defineNative("isinfinite/0", (evaluation, input, none) -> {
            NumberValue number = requireNumber(input, evaluation.meter());
            return ConstantValue.of(number.isSpecial() && !number.isNan());
        });
        functionLibrary.defineNative("isnormal/0", (evaluation, input, none) -> {
            NumberValue number = requireNumber(input, evaluation.meter());
            return ConstantValue.of(!number.isSpecial() && number.signum() != 0);
        });
    }

    private static void addConstants(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative("have_literal_numbers/0", (evaluation, input, none) -> ConstantValue.TRUE);
        functionLibrary.defineNative("have_decnum/0", (evaluation, input, none) -> ConstantValue.TRUE);
        functionLibrary.defineNative("true/0", (evaluation, input, none) -> ConstantValue.TRUE);
        functionLibrary.defineNative("false/0", (evaluation, input, none) -> ConstantValue.FALSE);
        functionLibrary.defineNative("null/0", (evaluation, input, none) -> ConstantValue.NULL);
    }

    private static double log2(double number) {
        double logarithm = Math.log(number) / LN_2;
        return Math.pow(2, Math.rint(logarithm)) == number ? Math.rint(logarithm) : logarithm;
    }

    private static void addRounding(FunctionLibrary functionLibrary, String name, RoundingMode mode) {
        functionLibrary.defineNative(
                name + "/0",
                (evaluation, input, none) -> Numbers.round(requireNumber(input, evaluation.meter()), mode));
    }

    private static void addDoubleFunction(FunctionLibrary functionLibrary, String name, DoubleUnaryOperator operator) {
        functionLibrary.defineNative(
                name + "/0",
                (evaluation, input, none) -> NumberValue.of(operator.applyAsDouble(
                        requireNumber(input, evaluation.meter()).toDouble())));
    }

    static NumberValue requireNumber(Value input, QueryMeter queryMeter) {
        if (input instanceof NumberValue number) {
            return number;
        }
        throw QueryError.typeError(input, "number required", queryMeter);
    }

    /** Returns the median: the middle number, or the mean of the two middle numbers; null if there are no numbers. Ignores items that are null. */
    private static Value median(Value input, QueryMeter queryMeter) {
        if (!(input instanceof ArrayValue array)) {
            throw QueryError.typeError(input, "has no median, as it is not an array", queryMeter);
        }
        ListArrayValue numbers = new ListArrayValue(0);
        ValueIterator elements = array.items(queryMeter);
        while (elements.next()) {
            if (!elements.value().isNull()) {
                numbers.add(requireNumber(elements.value(), queryMeter), queryMeter);
            }
        }
        int count = numbers.length(queryMeter);
        if (count == 0) {
            return ConstantValue.NULL;
        }
        ListArrayValue sorted = numbers.sorted((a, b) -> ValueOrder.compare(a, b, queryMeter), queryMeter);
        NumberValue upper = requireNumber(itemOrNull(sorted, count / 2, queryMeter), queryMeter);
        if (count % 2 == 1) {
            return upper;
        }
        NumberValue lower = requireNumber(itemOrNull(sorted, count / 2 - 1, queryMeter), queryMeter);
        return lower.compare(upper) == 0 ? upper : Numbers.divide(Numbers.add(lower, upper), NumberValue.of(2));
    }

    private static Value itemOrNull(ListArrayValue array, int i, QueryMeter queryMeter) {
        Value item = array.get(i, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    private static Value absolute(NumberValue number) {
        return number.signum() < 0 ? Numbers.negate(number) : number;
    }

    private static Value minOrMax(Value a, Value b, boolean isMin, QueryMeter queryMeter) {
        NumberValue numberA = requireNumber(a, queryMeter);
        NumberValue numberB = requireNumber(b, queryMeter);
        if (numberA.isNan() || numberB.isNan()) {
            return numberA.isNan() ? numberB : numberA;
        }
        return numberA.compare(numberB) < 0 == isMin ? numberA : numberB;
    }

    private static Value toNumber(Value input, QueryMeter queryMeter) {
        if (input instanceof NumberValue) {
            return input;
        }
        if (!(input instanceof StringValue text)) {
            throw QueryError.typeError(input, "cannot be parsed as a number", queryMeter);
        }
        queryMeter.addScannedBytes(text.text().length());
        if (text.string().strip().equals("nan")) {
            return NumberValue.NAN;
        }
        Value parsed = Json.isValid(text.text()) ? Value.document(text.text()) : ConstantValue.NULL;
        if (parsed instanceof NumberValue number) {
            return number;
        }
        throw new QueryError("string (" + ValueWriter.excerpt(input, queryMeter) + ") cannot be parsed as a number");
    }
}
