package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Attempt;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Audit;
import dev.plimsoll.gateway.reload.Change;
import dev.plimsoll.policy.Rule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes protection back and resumes it, and has that written down. */
public final class TakingBack {

    private static final String ON = "protected";
    private static final String OFF = "taken back";

    private final StateFile file;
    private final Audit audit;

    TakingBack(StateFile file, Audit audit) {
        this.file = file;
        this.audit = audit;
    }

    /** In a data folder; what cannot be written down is told there. */
    public static TakingBack in(Path data, PrintStream errors) {
        return new TakingBack(new StateFile(data), new Audit(data, new Log(errors, Level.WARN)));
    }

    /**
     * From now on those tools are as their servers have them.
     *
     * @throws IllegalArgumentException when there can be no such tools
     * @throws IOException in words for people; nothing has changed then
     */
    public void back(Back back) throws IOException {
        var _ = new Rule(back.glob(), policy -> policy);
        if (back.glob().chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("tools: a glob has no control characters");
        }
        file.change(state -> state.with(back));
        note(back.at(), back.by(), List.of(back.glob()), ON, OFF);
    }

    /**
     * Ends that; what is resumed.
     *
     * @param glob as it was taken back; null: all that was
     * @throws IOException in words for people; nothing has changed then
     */
    public List<String> resume(@Nullable String glob, String by) throws IOException {
        List<String> resumed = new ArrayList<>();
        file.change(state -> {
            resumed.clear();
            state.backs().stream()
                    .map(Back::glob)
                    .filter(one -> glob == null || glob.equals(one))
                    .forEach(resumed::add);
            return glob == null ? state.resumed() : state.without(glob);
        });
        if (!resumed.isEmpty()) {
            note(Instant.now(), by, resumed, OFF, ON);
        }
        return resumed;
    }

    private void note(Instant at, String by, List<String> globs, String was, String is) {
        List<Change> changes = globs.stream()
                .map(glob -> new Change("rollout " + glob, was, is, true))
                .toList();
        audit.write(new Attempt(at, "rollout by " + by, Result.APPLIED, changes, List.of(), List.of(), 0));
    }
}
