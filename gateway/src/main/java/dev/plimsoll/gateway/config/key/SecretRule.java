package dev.plimsoll.gateway.config.key;

/** Rule for secrets in a key's value. */
public enum SecretRule {
    /** Plain value without secrets, shown as it is. */
    OPEN,
    /** Value that may refer to secrets. The secrets are masked; the other text is shown. */
    REFERENCES,
    /** Value that may refer to secrets and is always masked. */
    MASKED,
    /** Secret that must be given by a reference. */
    SECRET;

    public boolean allowsReferences() {
        return this != OPEN;
    }

    public boolean isMasked() {
        return this == MASKED || this == SECRET;
    }
}
