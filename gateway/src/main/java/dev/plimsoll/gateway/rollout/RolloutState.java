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

    /** Returns a copy with those of these rules whose globs are new. */
    RolloutState withNew(List<RollbackRule> others) {
        RolloutState changed = this;
        for (RollbackRule rollbackRule : others) {
            boolean known = rollbacks.stream().anyMatch(one -> one.glob().equals(rollbackRule.glob()));
            changed = known ? changed : changed.with(rollbackRule);
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

    /** Returns a copy without taken-back rules. */
    public RolloutState withoutRollbacks() {
        return new RolloutState(List.of(), startedSteps);
    }

    /** Returns a copy with the rules that have not expired. */
    RolloutState withoutExpired(Instant now) {
        return hasNoExpired(now)
                ? this
                : new RolloutState(
                        rollbacks.stream()
                                .filter(rollbackRule -> !rollbackRule.isExpired(now))
                                .toList(),
                        startedSteps);
    }

    /** Returns whether no rule has expired. */
    boolean hasNoExpired(Instant now) {
        return rollbacks.stream().noneMatch(rollbackRule -> rollbackRule.isExpired(now));
    }

    /** Returns a copy with these steps, in place of others for the same process and tools. */
    RolloutState with(RolloutSteps one) {
        List<RolloutSteps> changed = new ArrayList<>(startedSteps);
        changed.removeIf(other -> other.isFor(one.process(), one.glob()));
        changed.add(one);
        return new RolloutState(rollbacks, changed);
    }

    /** Returns whether the process has steps for other tools. */
    boolean hasOtherSteps(String of, Set<String> globs) {
        return startedSteps.stream().anyMatch(one -> isOther(one, of, globs));
    }

    /** Returns a copy with this process's steps for these tools only. Steps that are set again later begin anew. */
    RolloutState withStepsOnlyFor(String of, Set<String> globs) {
        return new RolloutState(
                rollbacks,
                startedSteps.stream().filter(one -> !isOther(one, of, globs)).toList());
    }

    private static boolean isOther(RolloutSteps one, String of, Set<String> globs) {
        return one.process().equals(of) && !globs.contains(one.glob());
    }

    /** Returns whether exactly these steps have begun for the tools. */
    boolean hasSteps(String of, String glob, String steps) {
        return startedSteps.stream()
                .anyMatch(one -> one.isFor(of, glob) && one.steps().equals(steps));
    }

    /** Returns when the steps began; {@code otherwise} if unknown. */
    Instant findStart(String of, String glob, Instant otherwise) {
        return startedSteps.stream()
                .filter(one -> one.isFor(of, glob))
                .map(RolloutSteps::at)
                .findFirst()
                .orElse(otherwise);
    }
}
