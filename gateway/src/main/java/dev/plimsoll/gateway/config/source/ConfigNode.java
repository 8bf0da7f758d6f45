package dev.plimsoll.gateway.config.source;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value as written in a source, before it is interpreted. */
public sealed interface ConfigNode {

    ConfigOrigin origin();

    /** Returns the kind of value, for messages. */
    String kind();

    /**
     * A scalar.
     *
     * @param isPlain whether it is written without quotes, so that it may be null, a number, or a boolean
     */
    record Text(String text, boolean isPlain, ConfigOrigin origin) implements ConfigNode {

        private static final Pattern NUMBER = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

        /** Returns the kind of the scalar in YAML and JSON: a plain {@code 8} is a number, a quoted one is a text. */
        @Override
        public String kind() {
            if (isPlain && NUMBER.matcher(text).matches()) {
                return "a number";
            }
            return isPlain && (text.equals("true") || text.equals("false")) ? "a boolean" : "text";
        }

        boolean isNullWord() {
            return isPlain
                    && (text.isEmpty()
                            || text.equals("null")
                            || text.equals("~")
                            || text.equals("Null")
                            || text.equals("NULL"));
        }
    }

    record Items(List<ConfigNode> items, ConfigOrigin origin) implements ConfigNode {

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A map with unique names. */
    record Fields(List<Field> fields, ConfigOrigin origin) implements ConfigNode {

        @Override
        public String kind() {
            return "a map";
        }

        public @Nullable Field field(String name) {
            for (Field field : fields) {
                if (field.name.equals(name)) {
                    return field;
                }
            }
            return null;
        }
    }

    /**
     * A name and its value.
     *
     * @param origin position of the name
     */
    record Field(String name, ConfigOrigin origin, ConfigNode value) {}

    /** Returns whether this is a YAML null, which sets nothing. */
    default boolean isNull() {
        return this instanceof Text text && text.isNullWord();
    }
}
