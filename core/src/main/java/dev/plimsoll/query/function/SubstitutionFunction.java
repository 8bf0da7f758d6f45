package dev.plimsoll.query.function;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.text.RegexMatch;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions {@code sub} and {@code gsub}. The replacement is computed from the named captures. */
final class SubstitutionFunction extends QueryNode {

    private final QueryNode regex;
    private final QueryNode replacement;
    private final QueryNode flags;
    private final boolean all;

    SubstitutionFunction(QueryNode regex, QueryNode instead, QueryNode flags, boolean all) {
        super(4, regex, instead, flags);
        this.regex = regex;
        this.replacement = instead;
        this.flags = flags;
        this.all = all;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return flags.eval(
                evaluation,
                environment,
                in,
                null,
                (letters, none) -> regex.eval(evaluation, environment, in, null, (pattern, ignored) -> {
                    List<RegexMatch> matches = RegexFunctions.compile(evaluation, in, pattern, letters, all)
                            .matches((StringValue) in, false, evaluation.meter());
                    for (ByteSink text : substitute(((StringValue) in).text(), matches, evaluation, environment)) {
                        if (!out.accept(StringValue.ofText(text.slice()), noPath)) {
                            return false;
                        }
                    }
                    return true;
                }));
    }

    /**
     * Returns the text with its matches replaced: one for each combination if replacements have several outputs. The first
     * match varies fastest.
     */
    private List<ByteSink> substitute(
            Slice text, List<RegexMatch> matches, Evaluation evaluation, Environment environment) {
        List<ByteSink> texts = new ArrayList<>(List.of(new ByteSink(text.length() + 16)));
        int at = 0;
        for (RegexMatch regexMatch : matches) {
            Slice between = text.sub(at, regexMatch.from());
            List<Slice> inserts = replacements(regexMatch, evaluation, environment);
            List<ByteSink> next = new ArrayList<>();
            for (int i = 0; i < inserts.size(); i++) {
                boolean last = i == inserts.size() - 1;
                for (ByteSink sink : texts) {
                    ByteSink copy = last ? sink : new ByteSink(sink.size() + 16).raw(sink.slice());
                    evaluation
                            .meter()
                            .addBuiltBytes(between.length() + inserts.get(i).length() + (last ? 0L : sink.size()));
                    evaluation.meter().step();
                    next.add(copy.raw(between).raw(inserts.get(i)));
                }
            }
            texts = next;
            at = regexMatch.to();
        }
        for (ByteSink sink : texts) {
            sink.raw(text.sub(at, text.length()));
        }
        return texts;
    }

    private List<Slice> replacements(RegexMatch regexMatch, Evaluation evaluation, Environment environment) {
        List<Slice> inserts = new ArrayList<>();
        Value captures = regexMatch.captures(evaluation.meter());
        replacement.eval(evaluation, environment, captures, null, (value, none) -> {
            if (!(value instanceof StringValue s)) {
                throw new QueryError(Operators.describe(captures, evaluation.meter()) + " cannot be added to a string");
            }
            return inserts.add(s.text());
        });
        return inserts;
    }
}
