package dev.plimsoll.gateway.config.key;

/** Rule for secrets in a key's value. */
public enum SecretRule {
    /** no secrets: written and shown in plain text */
    OPEN,
    /** may refer to secrets, which are masked; the rest is shown */
    REFERENCES,
    /** may refer to secrets; always masked */
    MASKED,
    /** must be a reference to a secret */
    SECRET;

    public boolean allowsReferences() {
        return this != OPEN;
    }

    public boolean masked() {
        return this == MASKED || this == SECRET;
    }
}
