package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** State of rollouts that is stored in a file: the rollbacks, and when steps have begun. Immutable. */
public record RolloutState(List<RollbackRule> rollbacks, List<RolloutSteps> startedSteps) {

    static final RolloutState NONE = new RolloutState(List.of(), List.of());

    public RolloutState {
        rollbacks = List.copyOf(rollbacks);
        startedSteps = List.copyOf(startedSteps);
    }

    /** Returns a copy with this rollback. It replaces a rollback with the same glob. */
    public RolloutState with(RollbackRule rollbackRule) {
        List<RollbackRule> newRollbacks = new ArrayList<>(without(rollbackRule.glob()).rollbacks);
        newRollbacks.add(rollbackRule);
        return new RolloutState(newRollbacks, startedSteps);
    }

    /** Returns a copy to which rollbacks are added, except those whose glob already has a rollback. */
    RolloutState withAdditional(List<RollbackRule> newRules) {
        RolloutState newState = this;
        for (RollbackRule rollbackRule : newRules) {
            boolean hasRollback =
                    rollbacks.stream().anyMatch(existing -> existing.glob().equals(rollbackRule.glob()));
            newState = hasRollback ? newState : newState.with(rollbackRule);
        }
        return newState;
    }

    /** Returns a copy without the rollback of a glob. */
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

    /** Returns a copy without expired rollbacks. */
    RolloutState withoutExpired(Instant now) {
        return !hasExpired(now)
                ? this
                : new RolloutState(
                        rollbacks.stream()
                                .filter(rollbackRule -> !rollbackRule.isExpired(now))
                                .toList(),
                        startedSteps);
    }

    /** Returns whether a rollback has expired. */
    boolean hasExpired(Instant now) {
        return rollbacks.stream().anyMatch(rollbackRule -> rollbackRule.isExpired(now));
    }

    /** Returns a copy with these steps. They replace steps for the same process and tools. */
    RolloutState with(RolloutSteps rolloutSteps) {
        List<RolloutSteps> newSteps = new ArrayList<>(startedSteps);
        newSteps.removeIf(other -> other.isFor(rolloutSteps.process(), rolloutSteps.glob()));
        newSteps.add(rolloutSteps);
        return new RolloutState(rollbacks, newSteps);
    }

    /** Returns whether the process has steps for globs that are not among these. */
    boolean hasOtherSteps(String process, Set<String> globs) {
        return startedSteps.stream().anyMatch(rolloutSteps -> isOther(rolloutSteps, process, globs));
    }

    /**
     * Returns a copy without the steps of a process for globs that are not among these. If such steps are
     * configured again later, they begin again.
     */
    RolloutState withoutOtherSteps(String process, Set<String> globs) {
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

    /** Returns when the steps of a process for a glob began; {@code defaultStart} if unknown. */
    Instant findStart(String process, String glob, Instant defaultStart) {
        return startedSteps.stream()
                .filter(rolloutSteps -> rolloutSteps.isFor(process, glob))
                .map(RolloutSteps::startedAt)
                .findFirst()
                .orElse(defaultStart);
    }
}
