package dev.plimsoll.policy;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a style, as in configurations and stored views. Any well-formed name is possible, because users of
 * the library can add styles; the table of styles says which names exist.
 *
 * @param name lower-case letters, digits, and hyphens, at most 40
 */
public record StyleId(String name) {

    static final String FORM = "a name of lower-case letters, digits, and hyphens";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    public StyleId {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a style must have " + FORM + ", got " + name);
        }
    }

    public static StyleId of(String name) {
        return new StyleId(name);
    }

    // not generated: AOT caches do not store the generated methods of records, which would take 5 ms at each
    // start
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StyleId style && name.equals(style.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
