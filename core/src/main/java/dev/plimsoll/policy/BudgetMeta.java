package dev.plimsoll.policy;

/** On which results {@code _meta["dev.plimsoll/budget"]} stands. */
public enum BudgetMeta {
    ALWAYS,
    SHAPED,
    NEVER
}
