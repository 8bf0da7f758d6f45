package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.ArrayOf;
import dev.plimsoll.query.eval.Empty;
import dev.plimsoll.query.eval.First;
import dev.plimsoll.query.eval.Identity;
import dev.plimsoll.query.eval.If;
import dev.plimsoll.query.eval.Index;
import dev.plimsoll.query.eval.Iterate;
import dev.plimsoll.query.eval.Literal;
import dev.plimsoll.query.eval.Loop;
import dev.plimsoll.query.eval.Native;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Recurse;
import dev.plimsoll.query.eval.Update;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.QueryError;
import java.util.List;
import java.util.function.Predicate;

/** Functions that decide what runs and how often. */
final class ControlForms {

    private ControlForms() {}

    static void addTo(Library library) {
        library.form("empty/0", arguments -> new Empty());
        library.function("error/0", (run, in, none) -> {
            throw new QueryError(in);
        });
        library.function("error/1", (run, in, arguments) -> {
            throw new QueryError(arguments[0]);
        });
        library.function("not/0", (run, in, none) -> Constant.of(!in.isTrue()));
        library.form("select/1", arguments -> select(arguments.get(0)));
        library.form("map/1", arguments -> map(arguments.get(0)));
        library.form("map_values/1", arguments -> Update.modify(new Iterate(new Identity()), arguments.get(0)));
        addLoops(library);
        addCounts(library);
        addKinds(library);
    }

    static Node select(Node condition) {
        return new If(condition, new Identity(), new Empty());
    }

    static Node map(Node body) {
        return new ArrayOf(new Pipe(new Iterate(new Identity()), body));
    }

    private static void addLoops(Library library) {
        library.form("recurse/0", arguments -> new Recurse());
        library.form("recurse/1", arguments -> new Loop(Loop.Kind.ALL, new Identity(), arguments.get(0)));
        library.form("recurse/2", arguments -> {
            Node step = new Pipe(arguments.get(0), select(arguments.get(1)));
            return new Loop(Loop.Kind.ALL, new Identity(), step);
        });
        library.form("repeat/1", arguments -> new Loop(Loop.Kind.ALL, new Identity(), arguments.get(0)));
        library.form("while/2", arguments -> new Loop(Loop.Kind.WHILE, arguments.get(0), arguments.get(1)));
        library.form("until/2", arguments -> new Loop(Loop.Kind.UNTIL, arguments.get(0), arguments.get(1)));
        library.form(
                "range/1", arguments -> new Counting(new Literal(Num.ZERO), arguments.get(0), new Literal(Num.of(1))));
        library.form("range/2", arguments -> new Counting(arguments.get(0), arguments.get(1), new Literal(Num.of(1))));
        library.form("range/3", arguments -> new Counting(arguments.get(0), arguments.get(1), arguments.get(2)));
    }

    private static void addCounts(Library library) {
        library.form("first/1", arguments -> new First(arguments.get(0)));
        library.form("first/0", arguments -> new Index(new Identity(), new Literal(Num.ZERO)));
        library.form("last/0", arguments -> new Index(new Identity(), new Literal(Num.of(-1))));
        library.form("last/1", arguments -> new Last(arguments.get(0)));
        library.form("nth/1", arguments -> new Index(new Identity(), arguments.get(0)));
        library.form("nth/2", arguments -> new Limit(Limit.Kind.NTH, arguments.get(0), arguments.get(1)));
        library.form("limit/2", arguments -> new Limit(Limit.Kind.LIMIT, arguments.get(0), arguments.get(1)));
        library.form("skip/2", arguments -> new Limit(Limit.Kind.SKIP, arguments.get(0), arguments.get(1)));
        library.form(
                "isempty/1",
                arguments -> new Quantifier(Quantifier.Kind.NONE, arguments.get(0), new Literal(Constant.TRUE)));
        Node each = new Iterate(new Identity());
        library.form("any/0", arguments -> new Quantifier(Quantifier.Kind.ANY, each, new Identity()));
        library.form("all/0", arguments -> new Quantifier(Quantifier.Kind.ALL, each, new Identity()));
        library.form("any/1", arguments -> new Quantifier(Quantifier.Kind.ANY, each, arguments.get(0)));
        library.form("all/1", arguments -> new Quantifier(Quantifier.Kind.ALL, each, arguments.get(0)));
        library.form("any/2", arguments -> new Quantifier(Quantifier.Kind.ANY, arguments.get(0), arguments.get(1)));
        library.form("all/2", arguments -> new Quantifier(Quantifier.Kind.ALL, arguments.get(0), arguments.get(1)));
        library.form("add/0", arguments -> new Sum(each));
        library.form("add/1", arguments -> new Sum(arguments.get(0)));
    }

    private static void addKinds(Library library) {
        keep(library, "values", kind -> kind != Kind.NULL);
        keep(library, "nulls", kind -> kind == Kind.NULL);
        keep(library, "booleans", kind -> kind == Kind.TRUE || kind == Kind.FALSE);
        keep(library, "numbers", kind -> kind == Kind.NUMBER);
        keep(library, "strings", kind -> kind == Kind.STRING);
        keep(library, "arrays", kind -> kind == Kind.ARRAY);
        keep(library, "objects", kind -> kind == Kind.OBJECT);
        keep(library, "iterables", kind -> kind.compareTo(Kind.STRING) > 0);
        keep(library, "scalars", kind -> kind.compareTo(Kind.STRING) <= 0);
    }

    private static void keep(Library library, String name, Predicate<Kind> wanted) {
        library.form(name + "/0", arguments -> select(isKind(wanted)));
    }

    static Node isKind(Predicate<Kind> wanted) {
        return new Native((run, in, none) -> Constant.of(wanted.test(in.kind())), List.of());
    }
}
