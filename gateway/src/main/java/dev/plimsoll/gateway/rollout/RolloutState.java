package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What outlives a process of a rollout. */
public record RolloutState(List<TakenBackRule> backs, List<RolloutSteps> begun) {

    static final RolloutState NONE = new RolloutState(List.of(), List.of());

    public RolloutState {
        backs = List.copyOf(backs);
        begun = List.copyOf(begun);
    }

    /** With that taken back as well, or otherwise than before. */
    public RolloutState with(TakenBackRule takenBackRule) {
        List<TakenBackRule> changed = new ArrayList<>(without(takenBackRule.glob()).backs);
        changed.add(takenBackRule);
        return new RolloutState(changed, begun);
    }

    /** With these as well, where the same was not taken back before. */
    RolloutState withNew(List<TakenBackRule> others) {
        RolloutState changed = this;
        for (TakenBackRule takenBackRule : others) {
            boolean known = backs.stream().anyMatch(one -> one.glob().equals(takenBackRule.glob()));
            changed = known ? changed : changed.with(takenBackRule);
        }
        return changed;
    }

    /** With what was taken back for that glob resumed. */
    public RolloutState without(String glob) {
        return new RolloutState(
                backs.stream().filter(takenBackRule -> !takenBackRule.glob().equals(glob)).toList(), begun);
    }

    /** With all resumed. */
    public RolloutState resumed() {
        return new RolloutState(List.of(), begun);
    }

    /** With only what still holds. */
    RolloutState at(Instant now) {
        return holds(now)
                ? this
                : new RolloutState(backs.stream().filter(takenBackRule -> !takenBackRule.isOver(now)).toList(), begun);
    }

    /** Whether all that was taken back still is. */
    boolean holds(Instant now) {
        return backs.stream().noneMatch(takenBackRule -> takenBackRule.isOver(now));
    }

    /** With these steps in place of others for the same tools. */
    RolloutState with(RolloutSteps one) {
        List<RolloutSteps> changed = new ArrayList<>(begun);
        changed.removeIf(other -> other.isFor(one.of(), one.glob()));
        changed.add(one);
        return new RolloutState(backs, changed);
    }

    /** Whether there are steps of that process for other tools. */
    boolean hasOthers(String of, Set<String> globs) {
        return begun.stream().anyMatch(one -> isOther(one, of, globs));
    }

    /** With steps of that process for these tools alone: whoever sets others again begins anew. */
    RolloutState keeping(String of, Set<String> globs) {
        return new RolloutState(
                backs, begun.stream().filter(one -> !isOther(one, of, globs)).toList());
    }

    private static boolean isOther(RolloutSteps one, String of, Set<String> globs) {
        return one.of().equals(of) && !globs.contains(one.glob());
    }

    /** Whether those steps have begun already: others for the same tools have not. */
    boolean has(String of, String glob, String steps) {
        return begun.stream().anyMatch(one -> one.isFor(of, glob) && one.steps().equals(steps));
    }

    /** When steps began; {@code otherwise} where nobody knows. */
    Instant began(String of, String glob, Instant otherwise) {
        return begun.stream()
                .filter(one -> one.isFor(of, glob))
                .map(RolloutSteps::at)
                .findFirst()
                .orElse(otherwise);
    }
}
