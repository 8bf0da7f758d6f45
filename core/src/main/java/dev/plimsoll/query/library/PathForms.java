package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Native;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.PathOf;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Recurse;
import dev.plimsoll.query.ops.Paths;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.QueryError;
import java.util.ArrayList;
import java.util.List;

/** Functions about paths. */
final class PathForms {

    private PathForms() {}

    static void addTo(Library library) {
        library.form("path/1", arguments -> new PathOf(arguments.get(0)));
        library.form("paths/0", arguments -> pathsBelow(new Recurse()));
        library.form(
                "paths/1", arguments -> pathsBelow(new Pipe(new Recurse(), ControlForms.select(arguments.get(0)))));
        // as jq has it: a leaf that is null or false does not count
        Node leaf = ControlForms.select(ControlForms.isKind(kind -> kind.compareTo(Kind.STRING) <= 0));
        library.form("leaf_paths/0", arguments -> pathsBelow(new Pipe(new Recurse(), ControlForms.select(leaf))));
        library.form("getpath/1", arguments -> new GetPath(arguments.get(0)));
        library.function(
                "setpath/2",
                (run, in, arguments) ->
                        Paths.set(in, Paths.steps(arguments[0], run.meter()), arguments[1], run.meter()));
        library.function("delpaths/1", (run, in, arguments) -> {
            if (!(arguments[0] instanceof Arr all)) {
                throw new QueryError("Paths must be specified as an array");
            }
            List<ListArr> paths = new ArrayList<>();
            Items items = all.items(run.meter());
            while (items.next()) {
                paths.add(Paths.steps(items.value(), run.meter()));
            }
            return Paths.delete(in, paths, run.meter());
        });
        library.form("del/1", arguments -> new Delete(arguments.get(0)));
        library.form("walk/1", arguments -> new Walk(arguments.get(0)));
    }

    private static Node pathsBelow(Node source) {
        Node notRoot = new Native(
                (run, in, none) -> Constant.of(!(in instanceof Arr path) || path.length(run.meter()) > 0), List.of());
        return new Pipe(new PathOf(source), ControlForms.select(notRoot));
    }
}
