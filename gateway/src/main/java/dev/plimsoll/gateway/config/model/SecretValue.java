package dev.plimsoll.gateway.config.model;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A text that is never shown. */
public final class SecretValue {

    /** Text shown in place of a secret. */
    public static final String MASK = "***";

    private final String text;

    public SecretValue(String text) {
        this.text = text;
    }

    public String reveal() {
        return text;
    }

    public byte[] revealBytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof SecretValue other && other.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return MASK;
    }
}
