package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What outlives a process of a rollout. */
public record State(List<Back> backs, List<Begun> begun) {

    static final State NONE = new State(List.of(), List.of());

    public State {
        backs = List.copyOf(backs);
        begun = List.copyOf(begun);
    }

    /** With that taken back as well, or otherwise than before. */
    public State with(Back back) {
        List<Back> changed = new ArrayList<>(without(back.glob()).backs);
        changed.add(back);
        return new State(changed, begun);
    }

    /** With these as well, where the same was not taken back before. */
    State withNew(List<Back> others) {
        State changed = this;
        for (Back back : others) {
            boolean known = backs.stream().anyMatch(one -> one.glob().equals(back.glob()));
            changed = known ? changed : changed.with(back);
        }
        return changed;
    }

    /** With what was taken back for that glob resumed. */
    public State without(String glob) {
        return new State(
                backs.stream().filter(back -> !back.glob().equals(glob)).toList(), begun);
    }

    /** With all resumed. */
    public State resumed() {
        return new State(List.of(), begun);
    }

    /** With only what still holds. */
    State at(Instant now) {
        return holds(now)
                ? this
                : new State(backs.stream().filter(back -> !back.isOver(now)).toList(), begun);
    }

    /** Whether all that was taken back still is. */
    boolean holds(Instant now) {
        return backs.stream().noneMatch(back -> back.isOver(now));
    }

    /** With these steps in place of others for the same tools. */
    State with(Begun one) {
        List<Begun> changed = new ArrayList<>(begun);
        changed.removeIf(other -> other.isFor(one.of(), one.glob()));
        changed.add(one);
        return new State(backs, changed);
    }

    /** Whether there are steps of that process for other tools. */
    boolean hasOthers(String of, Set<String> globs) {
        return begun.stream().anyMatch(one -> isOther(one, of, globs));
    }

    /** With steps of that process for these tools alone: whoever sets others again begins anew. */
    State keeping(String of, Set<String> globs) {
        return new State(
                backs, begun.stream().filter(one -> !isOther(one, of, globs)).toList());
    }

    private static boolean isOther(Begun one, String of, Set<String> globs) {
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
                .map(Begun::at)
                .findFirst()
                .orElse(otherwise);
    }
}
