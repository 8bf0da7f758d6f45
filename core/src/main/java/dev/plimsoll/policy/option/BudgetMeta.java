package dev.plimsoll.policy.option;

/** Results that get {@code _meta["dev.plimsoll/budget"]}. */
public enum BudgetMeta {
    ALWAYS,
    SHAPED,
    NEVER
}
