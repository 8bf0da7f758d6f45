package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.text.RegexMatch;
import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.List;

/** Functions with regular expressions. */
final class RegexFunctions {

    private static final QueryNode NO_FLAGS = new ValueNode.Literal(ConstantValue.NULL);

    private RegexFunctions() {}

    private interface MatchListConverter {
        Value apply(List<RegexMatch> matches, StringValue text, QueryMeter queryMeter);
    }

    static void addTo(FunctionLibrary functionLibrary) {
        addTestFunction(functionLibrary, "test/1");
        addTestFunction(functionLibrary, "test/2");
        addMatchFunction(
                functionLibrary,
                "match",
                false,
                (matches, text, queryMeter) -> mapMatches(matches, RegexMatch::toObject, queryMeter));
        addMatchFunction(
                functionLibrary,
                "capture",
                false,
                (matches, text, queryMeter) -> mapMatches(matches, RegexMatch::captures, queryMeter));
        addMatchFunction(
                functionLibrary,
                "scan",
                true,
                (matches, text, queryMeter) -> mapMatches(matches, RegexMatch::toScanOutput, queryMeter));
        addMatchFunction(functionLibrary, "splits", true, RegexFunctions::splitAt);
        CallNode.Native.Implementation split = (evaluation, input, arguments) ->
                splitAt(findMatches(evaluation, input, arguments, true), (StringValue) input, evaluation.meter());
        functionLibrary.defineNative("split/2", split);
        functionLibrary.define(
                "sub/2", arguments -> new CallNode.Substitution(arguments.get(0), arguments.get(1), NO_FLAGS, false));
        functionLibrary.define(
                "sub/3",
                arguments -> new CallNode.Substitution(arguments.get(0), arguments.get(1), arguments.get(2), false));
        functionLibrary.define(
                "gsub/2", arguments -> new CallNode.Substitution(arguments.get(0), arguments.get(1), NO_FLAGS, true));
        functionLibrary.define(
                "gsub/3",
                arguments -> new CallNode.Substitution(arguments.get(0), arguments.get(1), arguments.get(2), true));
    }

    private static void addTestFunction(FunctionLibrary functionLibrary, String name) {
        functionLibrary.defineNative(name, (evaluation, input, arguments) -> {
            Regexes.Compiled regex = compileRegex(evaluation, input, arguments, false);
            return ConstantValue.of(!regex.matches((StringValue) input, true, evaluation.meter())
                    .isEmpty());
        });
    }

    private static void addMatchFunction(
            FunctionLibrary functionLibrary, String name, boolean isGlobal, MatchListConverter converter) {
        CallNode.Native.Implementation function = (evaluation, input, arguments) -> converter.apply(
                findMatches(evaluation, input, arguments, isGlobal), (StringValue) input, evaluation.meter());
        for (String arity : List.of("/1", "/2")) {
            functionLibrary.define(
                    name + arity, arguments -> new PathNode.Iterate(new CallNode.Native(function, arguments)));
        }
    }

    private static List<RegexMatch> findMatches(
            Evaluation evaluation, Value input, Value[] arguments, boolean isGlobal) {
        return compileRegex(evaluation, input, arguments, isGlobal)
                .matches((StringValue) input, false, evaluation.meter());
    }

    /** Compiles the regular expression of a call: alone, with flags, or in an array with its flags. */
    private static Regexes.Compiled compileRegex(
            Evaluation evaluation, Value input, Value[] arguments, boolean isGlobal) {
        Value regex = arguments[0];
        Value flags = arguments.length > 1 ? arguments[1] : ConstantValue.NULL;
        if (arguments.length == 1 && regex instanceof ArrayValue pair) {
            flags = itemOrNull(pair, 1, evaluation.meter());
            regex = itemOrNull(pair, 0, evaluation.meter());
        }
        return evaluation.regexes().compile(input, regex, flags, isGlobal, evaluation.meter());
    }

    private static Value itemOrNull(ArrayValue array, int i, QueryMeter queryMeter) {
        Value item = array.get(i, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    private interface MatchConverter {
        Value apply(RegexMatch regexMatch, QueryMeter queryMeter);
    }

    private static Value mapMatches(List<RegexMatch> matches, MatchConverter converter, QueryMeter queryMeter) {
        ListArrayValue values = new ListArrayValue(matches.size());
        matches.forEach(regexMatch -> values.add(converter.apply(regexMatch, queryMeter), queryMeter));
        return values;
    }

    private static Value splitAt(List<RegexMatch> matches, StringValue text, QueryMeter queryMeter) {
        ListArrayValue parts = new ListArrayValue(0);
        int partStart = 0;
        for (RegexMatch regexMatch : matches) {
            parts.add(StringValue.ofText(text.text().sub(partStart, regexMatch.start())), queryMeter);
            partStart = regexMatch.end();
        }
        return parts.add(
                StringValue.ofText(text.text().sub(partStart, text.text().length())), queryMeter);
    }
}
