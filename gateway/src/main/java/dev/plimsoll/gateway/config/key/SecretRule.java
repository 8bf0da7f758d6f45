package dev.plimsoll.gateway.config.key;

/** Whether a value may be, or must be, a secret. */
public enum SecretRule {
    /** no secret: written as it is, shown as it is */
    OPEN,
    /** may refer to secrets, which are masked; the rest is shown */
    REFERENCES,
    /** may refer to secrets, and is masked even where it does not */
    MASKED,
    /** is a secret: only a reference will do */
    SECRET;

    public boolean allowsReferences() {
        return this != OPEN;
    }

    public boolean masked() {
        return this == MASKED || this == SECRET;
    }
}
