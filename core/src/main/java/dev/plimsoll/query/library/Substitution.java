package dev.plimsoll.query.library;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.ops.Match;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code sub} and {@code gsub}: the text instead is computed from the named captures. */
final class Substitution extends Node {

    private final Node regex;
    private final Node instead;
    private final Node flags;
    private final boolean all;

    Substitution(Node regex, Node instead, Node flags, boolean all) {
        super(4, regex, instead, flags);
        this.regex = regex;
        this.instead = instead;
        this.flags = flags;
        this.all = all;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return flags.eval(
                run,
                env,
                in,
                null,
                (letters, none) -> regex.eval(run, env, in, null, (pattern, nor) -> {
                    List<Match> matches =
                            TextForms.compiled(run, in, pattern, letters, all).matches((Str) in, false, run.meter());
                    for (ByteSink text : texts(((Str) in).text(), matches, run, env)) {
                        if (!out.take(Str.ofText(text.slice()), nowhere)) {
                            return false;
                        }
                    }
                    return true;
                }));
    }

    /** Several where there are several texts to put in; the first match changes quickest. */
    private List<ByteSink> texts(Slice text, List<Match> matches, Run run, Env env) {
        List<ByteSink> texts = new ArrayList<>(List.of(new ByteSink(text.length() + 16)));
        int at = 0;
        for (Match match : matches) {
            Slice between = text.sub(at, match.from());
            List<Slice> inserts = inserts(match, run, env);
            List<ByteSink> next = new ArrayList<>();
            for (int i = 0; i < inserts.size(); i++) {
                boolean last = i == inserts.size() - 1;
                for (ByteSink so : texts) {
                    ByteSink copy = last ? so : new ByteSink(so.size() + 16).raw(so.slice());
                    run.meter().built(between.length() + inserts.get(i).length() + (last ? 0L : so.size()));
                    run.meter().step();
                    next.add(copy.raw(between).raw(inserts.get(i)));
                }
            }
            texts = next;
            at = match.to();
        }
        for (ByteSink so : texts) {
            so.raw(text.sub(at, text.length()));
        }
        return texts;
    }

    private List<Slice> inserts(Match match, Run run, Env env) {
        List<Slice> inserts = new ArrayList<>();
        Value captures = match.captures(run.meter());
        instead.eval(run, env, captures, null, (value, none) -> {
            if (!(value instanceof Str s)) {
                throw new QueryError(Ops.describe(captures, run.meter()) + " cannot be added to a string");
            }
            return inserts.add(s.text());
        });
        return inserts;
    }
}
