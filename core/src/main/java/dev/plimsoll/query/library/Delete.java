package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Single;
import dev.plimsoll.query.eval.Steps;
import dev.plimsoll.query.ops.Paths;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/** {@code del(PATHS)} */
final class Delete extends Single {

    private final Node paths;

    Delete(Node paths) {
        super(paths);
        this.paths = paths;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        List<ListArr> gone = new ArrayList<>();
        paths.eval(
                run,
                env,
                in,
                Path.ROOT,
                (value, path) -> gone.add(Steps.of(path, value, run).toArray(run.meter())));
        return Paths.delete(in, gone, run.meter());
    }
}
