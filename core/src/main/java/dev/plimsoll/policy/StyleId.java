package dev.plimsoll.policy;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a style, as in configurations and stored views. Any well-formed name is possible, because users of
 * the library can add styles; the registry of styles contains the names that exist.
 *
 * @param name lower-case letters, digits, and hyphens, at most 40
 */
public record StyleId(String name) {

    static final String ALLOWED = "a name of lower-case letters, digits, and hyphens";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    public StyleId {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a style must have " + ALLOWED + ", got " + name);
        }
    }

    public static StyleId of(String name) {
        return new StyleId(name);
    }

    // written by hand, because AOT caches cannot store the generated methods of a record, which would cost 5 ms at each
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
