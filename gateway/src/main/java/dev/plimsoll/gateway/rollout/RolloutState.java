package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** State of rollouts that outlives a process. */
public record RolloutState(List<TakenBackRule> backs, List<RolloutSteps> begun) {

    static final RolloutState NONE = new RolloutState(List.of(), List.of());

    public RolloutState {
        backs = List.copyOf(backs);
        begun = List.copyOf(begun);
    }

    /** Returns a copy with this rule, in place of another with the same glob. */
    public RolloutState with(TakenBackRule takenBackRule) {
        List<TakenBackRule> changed = new ArrayList<>(without(takenBackRule.glob()).backs);
        changed.add(takenBackRule);
        return new RolloutState(changed, begun);
    }

    /** Returns a copy with those of these rules whose globs are new. */
    RolloutState withNew(List<TakenBackRule> others) {
        RolloutState changed = this;
        for (TakenBackRule takenBackRule : others) {
            boolean known = backs.stream().anyMatch(one -> one.glob().equals(takenBackRule.glob()));
            changed = known ? changed : changed.with(takenBackRule);
        }
        return changed;
    }

    /** Returns a copy without the rule for that glob. */
    public RolloutState without(String glob) {
        return new RolloutState(
                backs.stream()
                        .filter(takenBackRule -> !takenBackRule.glob().equals(glob))
                        .toList(),
                begun);
    }

    /** Returns a copy without taken-back rules. */
    public RolloutState resumed() {
        return new RolloutState(List.of(), begun);
    }

    /** Returns a copy with the rules that have not expired. */
    RolloutState at(Instant now) {
        return holds(now)
                ? this
                : new RolloutState(
                        backs.stream()
                                .filter(takenBackRule -> !takenBackRule.isOver(now))
                                .toList(),
                        begun);
    }

    /** Returns whether no rule has expired. */
    boolean holds(Instant now) {
        return backs.stream().noneMatch(takenBackRule -> takenBackRule.isOver(now));
    }

    /** Returns a copy with these steps, in place of others for the same process and tools. */
    RolloutState with(RolloutSteps one) {
        List<RolloutSteps> changed = new ArrayList<>(begun);
        changed.removeIf(other -> other.isFor(one.of(), one.glob()));
        changed.add(one);
        return new RolloutState(backs, changed);
    }

    /** Returns whether the process has steps for other tools. */
    boolean hasOthers(String of, Set<String> globs) {
        return begun.stream().anyMatch(one -> isOther(one, of, globs));
    }

    /** Returns a copy with this process's steps for these tools only. Steps that are set again later begin anew. */
    RolloutState keeping(String of, Set<String> globs) {
        return new RolloutState(
                backs, begun.stream().filter(one -> !isOther(one, of, globs)).toList());
    }

    private static boolean isOther(RolloutSteps one, String of, Set<String> globs) {
        return one.of().equals(of) && !globs.contains(one.glob());
    }

    /** Returns whether exactly these steps have begun for the tools. */
    boolean has(String of, String glob, String steps) {
        return begun.stream().anyMatch(one -> one.isFor(of, glob) && one.steps().equals(steps));
    }

    /** Returns when the steps began; {@code otherwise} if unknown. */
    Instant began(String of, String glob, Instant otherwise) {
        return begun.stream()
                .filter(one -> one.isFor(of, glob))
                .map(RolloutSteps::at)
                .findFirst()
                .orElse(otherwise);
    }
}
