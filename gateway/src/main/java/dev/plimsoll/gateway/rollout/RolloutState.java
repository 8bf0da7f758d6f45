package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** State of rollouts that outlives a process. */
public record RolloutState(List<RollbackRule> rollbacks, List<RolloutSteps> startedSteps) {

    static final RolloutState NONE = new RolloutState(List.of(), List.of());

    public RolloutState {
        rollbacks = List.copyOf(rollbacks);
        startedSteps = List.copyOf(startedSteps);
    }

    /** Returns a copy with this rule, in place of another with the same glob. */
    public RolloutState with(RollbackRule rollbackRule) {
        List<RollbackRule> changed = new ArrayList<>(without(rollbackRule.glob()).rollbacks);
        changed.add(rollbackRule);
        return new RolloutState(changed, startedSteps);
    }

    /** Returns a copy to which the rules with new globs are added. */
    RolloutState withNew(List<RollbackRule> newRules) {
        RolloutState changed = this;
        for (RollbackRule rollbackRule : newRules) {
            boolean isKnown =
                    rollbacks.stream().anyMatch(existing -> existing.glob().equals(rollbackRule.glob()));
            changed = isKnown ? changed : changed.with(rollbackRule);
        }
        return changed;
    }

    /** Returns a copy without the rule for that glob. */
    public RolloutState without(String glob) {
        return new RolloutState(
                rollbacks.stream()
                        .filter(rollbackRule -> !rollbackRule.glob().equals(glob))
                        .toList(),
                startedSteps);
    }

    /** Returns a copy without rollbacks. */
    public RolloutState withoutRollbacks() {
        return new RolloutState(List.of(), startedSteps);
    }

    /** Returns a copy with the rules that have not expired. */
    RolloutState withoutExpired(Instant now) {
        return !hasExpired(now)
                ? this
                : new RolloutState(
                        rollbacks.stream()
                                .filter(rollbackRule -> !rollbackRule.isExpired(now))
                                .toList(),
                        startedSteps);
    }

    /** Returns whether a rule has expired. */
    boolean hasExpired(Instant now) {
        return rollbacks.stream().anyMatch(rollbackRule -> rollbackRule.isExpired(now));
    }

    /** Returns a copy with these steps, in place of others for the same process and tools. */
    RolloutState with(RolloutSteps rolloutSteps) {
        List<RolloutSteps> changed = new ArrayList<>(startedSteps);
        changed.removeIf(other -> other.isFor(rolloutSteps.process(), rolloutSteps.glob()));
        changed.add(rolloutSteps);
        return new RolloutState(rollbacks, changed);
    }

    /** Returns whether the process has steps for other tools. */
    boolean hasOtherSteps(String process, Set<String> globs) {
        return startedSteps.stream().anyMatch(rolloutSteps -> isOther(rolloutSteps, process, globs));
    }

    /** Returns a copy with this process's steps for these tools only. Steps that are set again later begin anew. */
    RolloutState withStepsOnlyFor(String process, Set<String> globs) {
        return new RolloutState(
                rollbacks,
                startedSteps.stream()
                        .filter(rolloutSteps -> !isOther(rolloutSteps, process, globs))
                        .toList());
    }

    private static boolean isOther(RolloutSteps rolloutSteps, String process, Set<String> globs) {
        return rolloutSteps.process().equals(process) && !globs.contains(rolloutSteps.glob());
    }

    /** Returns whether exactly these steps have begun for the tools. */
    boolean hasSteps(String process, String glob, String steps) {
        return startedSteps.stream()
                .anyMatch(rolloutSteps -> rolloutSteps.isFor(process, glob)
                        && rolloutSteps.steps().equals(steps));
    }

    /** Returns when the steps began; {@code defaultStart} if unknown. */
    Instant findStart(String process, String glob, Instant defaultStart) {
        return startedSteps.stream()
                .filter(rolloutSteps -> rolloutSteps.isFor(process, glob))
                .map(RolloutSteps::at)
                .findFirst()
                .orElse(defaultStart);
    }
}
