package dev.plimsoll.policy;

/** How far a policy is rolled out. */
public enum RolloutMode {
    /** Nothing is changed; results are measured. */
    OFF,
    /** Nothing is changed; what would be is recorded. */
    SHADOW,
    /** It acts on a share of all, so that they can be compared with the others. */
    AB,
    /** It acts on a share of all, which is usually all. */
    ENFORCE;

    /** Half of all, where the whole would leave nobody to compare with. */
    private static final int HALF = 50;

    private static final int WHOLE = 100;

    /** Whether it may act on a call at all: what tools are listed as goes by that, and not by single calls. */
    public boolean acts() {
        return this == AB || this == ENFORCE;
    }

    /** The share that it acts on, of which {@code percent} is what is set. */
    public int share(int percent) {
        return this == AB && percent == WHOLE ? HALF : percent;
    }
}
