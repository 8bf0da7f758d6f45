package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Iterate;
import dev.plimsoll.query.eval.Literal;
import dev.plimsoll.query.eval.Native;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.ops.Match;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.ops.Regexes;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions with regular expressions. */
final class TextForms {

    private static final Node NO_FLAGS = new Literal(Constant.NULL);

    private TextForms() {}

    private interface OfMatches {
        Value of(List<Match> matches, Str text, Meter meter);
    }

    static void addTo(Library library) {
        test(library, "test/1");
        test(library, "test/2");
        many(library, "match", false, (matches, text, meter) -> each(matches, Match::toObject, meter));
        many(library, "capture", false, (matches, text, meter) -> each(matches, Match::captures, meter));
        many(library, "scan", true, (matches, text, meter) -> each(matches, Match::scanned, meter));
        many(library, "splits", true, TextForms::parts);
        Native.Law split = (run, in, arguments) -> parts(matches(run, in, arguments, true), (Str) in, run.meter());
        library.function("split/2", split);
        library.form("sub/2", arguments -> new Substitution(arguments.get(0), arguments.get(1), NO_FLAGS, false));
        library.form(
                "sub/3", arguments -> new Substitution(arguments.get(0), arguments.get(1), arguments.get(2), false));
        library.form("gsub/2", arguments -> new Substitution(arguments.get(0), arguments.get(1), NO_FLAGS, true));
        library.form(
                "gsub/3", arguments -> new Substitution(arguments.get(0), arguments.get(1), arguments.get(2), true));
    }

    private static void test(Library library, String name) {
        library.function(name, (run, in, arguments) -> {
            Regexes.Compiled regex = regex(run, in, arguments, false);
            return Constant.of(!regex.matches((Str) in, true, run.meter()).isEmpty());
        });
    }

    private static void many(Library library, String name, boolean all, OfMatches what) {
        Native.Law law = (run, in, arguments) -> what.of(matches(run, in, arguments, all), (Str) in, run.meter());
        library.form(name + "/1", arguments -> new Iterate(new Native(law, arguments)));
        library.form(name + "/2", arguments -> new Iterate(new Native(law, arguments)));
    }

    private static List<Match> matches(Run run, Value in, Value[] arguments, boolean all) {
        return regex(run, in, arguments, all).matches((Str) in, false, run.meter());
    }

    /** The regular expression may be alone, with flags beside it, or in an array with its flags. */
    private static Regexes.Compiled regex(Run run, Value in, Value[] arguments, boolean all) {
        Value regex = arguments[0];
        Value flags = arguments.length > 1 ? arguments[1] : Constant.NULL;
        if (arguments.length == 1 && regex instanceof Arr pair) {
            flags = item(pair, 1, run.meter());
            regex = item(pair, 0, run.meter());
        }
        return compiled(run, in, regex, flags, all);
    }

    private static Value item(Arr array, int i, Meter meter) {
        Value item = array.get(i, meter);
        return item == null ? Constant.NULL : item;
    }

    static Regexes.Compiled compiled(Run run, Value in, Value regex, Value flags, boolean all) {
        if (!(in instanceof Str)) {
            throw Ops.wrong(in, "cannot be matched, as it is not a string", run.meter());
        }
        if (!(regex instanceof Str pattern)) {
            throw Ops.wrong(regex, "cannot be matched, as it is not a string", run.meter());
        }
        @Nullable Str letters = flags instanceof Str s ? s : null;
        if (letters == null && !flags.isNull()) {
            throw Ops.wrong(flags, "is not a string", run.meter());
        }
        return run.regexes().compile(pattern.string(), letters == null ? "" : letters.string(), all);
    }

    private interface OfMatch {
        Value of(Match match, Meter meter);
    }

    private static Value each(List<Match> matches, OfMatch what, Meter meter) {
        ListArr all = new ListArr(matches.size());
        matches.forEach(match -> all.add(what.of(match, meter), meter));
        return all;
    }

    private static Value parts(List<Match> matches, Str text, Meter meter) {
        ListArr parts = new ListArr(0);
        int at = 0;
        for (Match match : matches) {
            parts.add(Str.ofText(text.text().sub(at, match.from())), meter);
            at = match.to();
        }
        return parts.add(Str.ofText(text.text().sub(at, text.text().length())), meter);
    }
}
