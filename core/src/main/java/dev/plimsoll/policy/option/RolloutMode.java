package dev.plimsoll.policy.option;

/**
 * Stage of a rollout of a policy. A rollout applies to units: a unit is a session with all its calls or, without a
 * session, a caller, a trace, or a single call.
 */
public enum RolloutMode {
    /** Changes nothing; results are measured. */
    OFF,
    /** Changes nothing; records what would change. */
    SHADOW,
    /** Applies the policy to a share of the units, to compare these units with the other units. */
    AB,
    /** Applies the policy to a share of the units, usually all. */
    ENFORCE;

    /** Percentage that replaces 100 for a comparison, which needs a control group. */
    private static final int PERCENT_WITH_CONTROL = 50;

    private static final int ALL_PERCENT = 100;

    /**
     * Returns whether the policy applies to any calls at all. This decides how tools are listed, even for a unit to
     * which the policy does not apply.
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
        return this == AB && percent == ALL_PERCENT ? PERCENT_WITH_CONTROL : percent;
    }
}
