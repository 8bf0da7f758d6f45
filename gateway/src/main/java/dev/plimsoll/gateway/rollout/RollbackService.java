package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigChange;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.policy.PolicyRule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns protection off (rollback) and on again (resume), with an entry in the audit log. */
public final class RollbackService {

    private static final String PROTECTED = "protected";
    private static final String ROLLED_BACK = "taken back";

    private final RolloutStateFile file;
    private final ReloadAudit reloadAudit;

    RollbackService(RolloutStateFile file, ReloadAudit reloadAudit) {
        this.file = file;
        this.reloadAudit = reloadAudit;
    }

    /** Creates a service for a data folder. Audit entries that cannot be written are reported to {@code errors}. */
    public static RollbackService forDataFolder(Path data, PrintStream errors) {
        return new RollbackService(
                new RolloutStateFile(data), new ReloadAudit(data, new Log(errors, LogSeverity.WARN)));
    }

    /**
     * Turns protection off for the tools of a rule.
     *
     * @throws IllegalArgumentException if the glob is not valid
     * @throws IOException if the file cannot be written; nothing has changed then, and the message is written
     *     for people
     */
    public void rollBack(RollbackRule rollbackRule) throws IOException {
        // only to check the glob: the constructor throws if it is not valid
        var _ = new PolicyRule(rollbackRule.glob(), policy -> policy);
        if (rollbackRule.glob().chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("tools: a glob must not contain control characters");
        }
        file.change(rolloutState -> rolloutState.with(rollbackRule));
        audit(rollbackRule.startedAt(), rollbackRule.initiator(), List.of(rollbackRule.glob()), PROTECTED, ROLLED_BACK);
    }

    /**
     * Ends rollbacks, and returns their globs.
     *
     * @param glob the glob of the rollback to end; null to end all rollbacks
     * @param user the user, for the audit log
     * @throws IOException if the file cannot be written; nothing has changed then, and the message is written
     *     for people
     */
    public List<String> resume(@Nullable String glob, String user) throws IOException {
        List<String> resumed = new ArrayList<>();
        file.change(rolloutState -> {
            resumed.clear();
            rolloutState.rollbacks().stream()
                    .map(RollbackRule::glob)
                    .filter(rollbackGlob -> glob == null || glob.equals(rollbackGlob))
                    .forEach(resumed::add);
            return glob == null ? rolloutState.withoutRollbacks() : rolloutState.without(glob);
        });
        if (!resumed.isEmpty()) {
            audit(Instant.now(), user, resumed, ROLLED_BACK, PROTECTED);
        }
        return resumed;
    }

    private void audit(Instant at, String initiator, List<String> globs, String oldValue, String newValue) {
        List<ConfigChange> changes = globs.stream()
                .map(glob -> new ConfigChange("rollout " + glob, oldValue, newValue, true))
                .toList();
        reloadAudit.write(
                new ReloadAttempt(at, "rollout by " + initiator, Result.APPLIED, changes, List.of(), List.of(), 0));
    }
}
