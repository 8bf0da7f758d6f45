package dev.plimsoll.policy.option;

/** Choice of the results that get {@code _meta["dev.plimsoll/budget"]}. */
public enum BudgetMeta {
    ALWAYS,
    SHAPED,
    NEVER
}
