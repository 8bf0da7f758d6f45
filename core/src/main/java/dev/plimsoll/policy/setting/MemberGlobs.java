package dev.plimsoll.policy.setting;

import dev.plimsoll.json.MemberRemover;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selection of members of a document by patterns: JSON Pointers in which {@code *} is any text within a step, {@code ?} is any one
 * character within it, and the step {@code **} is any number of steps, including none. One pass over the document matches all
 * patterns.
 */
public final class MemberGlobs implements MemberRemover.Selection {

    /** Maximum number of characters of a pattern. */
    static final int MAX_PATTERN_LENGTH = 512;

    private static final int MAX_STEPS = 32;
    private static final String ANY_DEPTH = "**";

    /** Steps of all patterns in sequence, with null after the last step of each. */
    private final List<@Nullable String> steps = new ArrayList<>();

    private final BitSet patternStarts = new BitSet();

    private MemberGlobs() {}

    /** Creates a selection. Throws an {@link IllegalArgumentException} that states the error in a pattern. */
    public static MemberGlobs of(List<String> patterns) {
        MemberGlobs globs = new MemberGlobs();
        for (String pattern : patterns) {
            globs.patternStarts.set(globs.steps.size());
            globs.steps.addAll(parse(pattern));
            globs.steps.add(null);
        }
        return globs;
    }

    /** Returns the error in a pattern, in a few words, or null if it is valid. */
    static @Nullable String findError(String pattern) {
        if (pattern.length() > MAX_PATTERN_LENGTH) {
            return "longer than " + MAX_PATTERN_LENGTH + " characters";
        }
        if (!pattern.startsWith("/") && !pattern.startsWith("**/")) {
            return "a pattern must begin with / or **/";
        }
        String[] steps = pattern.substring(pattern.indexOf('/') + 1).split("/", -1);
        if (steps.length > MAX_STEPS) {
            return "more than " + MAX_STEPS + " steps";
        }
        if (steps[steps.length - 1].equals(ANY_DEPTH)) {
            return "the last step must name a member, not **";
        }
        for (String step : steps) {
            boolean hasAnyDepthInside = step.contains(ANY_DEPTH) && !step.equals(ANY_DEPTH);
            if (hasAnyDepthInside || hasBareTilde(step)) {
                return hasAnyDepthInside ? "** must be a separate step" : "write ~ as ~0, and / in a name as ~1";
            }
        }
        return null;
    }

    private static boolean hasBareTilde(String step) {
        for (int tilde = step.indexOf('~'); tilde >= 0; tilde = step.indexOf('~', tilde + 1)) {
            if (tilde + 1 == step.length() || (step.charAt(tilde + 1) != '0' && step.charAt(tilde + 1) != '1')) {
                return true;
            }
        }
        return false;
    }

    private static List<String> parse(String pattern) {
        String error = findError(pattern);
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        List<String> steps = new ArrayList<>();
        if (pattern.startsWith("**/")) {
            steps.add(ANY_DEPTH);
        }
        for (String step : pattern.substring(pattern.indexOf('/') + 1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return steps;
    }

    @Override
    public MemberRemover.SelectionState root() {
        return new StateCache().stateOf(patternStarts);
    }

    /**
     * Cache of the states of one pass, by their next steps. Even a large document has few states.
     */
    private final class StateCache {

        private final Map<BitSet, State> states = new HashMap<>();

        State stateOf(BitSet firstSteps) {
            BitSet nextSteps = (BitSet) firstSteps.clone();
            for (int i = nextSteps.nextSetBit(0); i >= 0; i = nextSteps.nextSetBit(i + 1)) {
                if (ANY_DEPTH.equals(steps.get(i))) {
                    nextSteps.set(i + 1);
                }
            }
            return states.computeIfAbsent(nextSteps, key -> new State(this, key));
        }
    }

    /** State of one place in the document: the next steps of all patterns that match so far. */
    private final class State implements MemberRemover.SelectionState {

        private final StateCache cache;
        private final BitSet nextSteps;

        State(StateCache cache, BitSet nextSteps) {
            this.cache = cache;
            this.nextSteps = nextSteps;
        }

        @Override
        public boolean isRemoved(String name) {
            for (int i = nextSteps.nextSetBit(0); i >= 0; i = nextSteps.nextSetBit(i + 1)) {
                String step = steps.get(i);
                if (step != null && steps.get(i + 1) == null && Glob.matches(step, name)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public @Nullable State inside(String name) {
            BitSet innerSteps = new BitSet();
            for (int i = nextSteps.nextSetBit(0); i >= 0; i = nextSteps.nextSetBit(i + 1)) {
                String step = steps.get(i);
                if (ANY_DEPTH.equals(step)) {
                    innerSteps.set(i);
                } else if (step != null && steps.get(i + 1) != null && Glob.matches(step, name)) {
                    innerSteps.set(i + 1);
                }
            }
            return innerSteps.isEmpty() ? null : cache.stateOf(innerSteps);
        }

        @Override
        public @Nullable State insideElement(int index) {
            return inside(Integer.toString(index));
        }
    }
}
