package dev.plimsoll.policy;

/** Results that get {@code _meta["dev.plimsoll/budget"]}. */
public enum BudgetMeta {
    ALWAYS,
    SHAPED,
    NEVER
}
