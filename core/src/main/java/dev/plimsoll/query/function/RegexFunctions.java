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
        addTest(functionLibrary, "test/1");
        addTest(functionLibrary, "test/2");
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
        CallNode.Native.Implementation split = (evaluation, in, arguments) ->
                splitAt(matches(evaluation, in, arguments, true), (StringValue) in, evaluation.meter());
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

    private static void addTest(FunctionLibrary functionLibrary, String name) {
        functionLibrary.defineNative(name, (evaluation, in, arguments) -> {
            Regexes.Compiled regex = regex(evaluation, in, arguments, false);
            return ConstantValue.of(
                    !regex.matches((StringValue) in, true, evaluation.meter()).isEmpty());
        });
    }

    private static void addMatchFunction(
            FunctionLibrary functionLibrary, String name, boolean isGlobal, MatchListConverter converter) {
        CallNode.Native.Implementation function = (evaluation, in, arguments) ->
                converter.apply(matches(evaluation, in, arguments, isGlobal), (StringValue) in, evaluation.meter());
        for (String arity : List.of("/1", "/2")) {
            functionLibrary.define(
                    name + arity, arguments -> new PathNode.Iterate(new CallNode.Native(function, arguments)));
        }
    }

    private static List<RegexMatch> matches(Evaluation evaluation, Value in, Value[] arguments, boolean isGlobal) {
        return regex(evaluation, in, arguments, isGlobal).matches((StringValue) in, false, evaluation.meter());
    }

    /** Compiles the regular expression of a call: alone, with flags, or in an array with its flags. */
    private static Regexes.Compiled regex(Evaluation evaluation, Value in, Value[] arguments, boolean isGlobal) {
        Value regex = arguments[0];
        Value flags = arguments.length > 1 ? arguments[1] : ConstantValue.NULL;
        if (arguments.length == 1 && regex instanceof ArrayValue pair) {
            flags = item(pair, 1, evaluation.meter());
            regex = item(pair, 0, evaluation.meter());
        }
        return evaluation.regexes().compile(in, regex, flags, isGlobal, evaluation.meter());
    }

    private static Value item(ArrayValue array, int i, QueryMeter queryMeter) {
        Value item = array.get(i, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    private interface MatchConverter {
        Value apply(RegexMatch regexMatch, QueryMeter queryMeter);
    }

    private static Value mapMatches(List<RegexMatch> matches, MatchConverter converter, QueryMeter queryMeter) {
        ListArrayValue all = new ListArrayValue(matches.size());
        matches.forEach(regexMatch -> all.add(converter.apply(regexMatch, queryMeter), queryMeter));
        return all;
    }

    private static Value splitAt(List<RegexMatch> matches, StringValue text, QueryMeter queryMeter) {
        ListArrayValue parts = new ListArrayValue(0);
        int at = 0;
        for (RegexMatch regexMatch : matches) {
            parts.add(StringValue.ofText(text.text().sub(at, regexMatch.from())), queryMeter);
            at = regexMatch.to();
        }
        return parts.add(StringValue.ofText(text.text().sub(at, text.text().length())), queryMeter);
    }
}
