package dev.plimsoll.policy.option;

/** Stage of a rollout of a policy. */
public enum RolloutMode {
    /** Changes nothing; results are measured. */
    OFF,
    /** Changes nothing; records what would change. */
    SHADOW,
    /** Applies the policy to a share of the units, to compare these units with the other units. */
    AB,
    /** Applies the policy to a share of the units, usually all. */
    ENFORCE;

    /** Share that replaces 100% for a comparison, which needs a control group. */
    private static final int HALF_PERCENT = 50;

    private static final int ALL_PERCENT = 100;

    /**
     * Returns whether the policy applies to some calls or to all. Tool listings depend on this, not on single calls.
     */
    public boolean isActive() {
        return this == AB || this == ENFORCE;
    }

    /**
     * Returns the percentage of units that the policy applies to.
     *
     * @param percent configured percentage
     */
    public int appliedPercent(int percent) {
        return this == AB && percent == ALL_PERCENT ? HALF_PERCENT : percent;
    }
}
