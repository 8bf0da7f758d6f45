package dev.plimsoll.gateway.config.source;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What was written, before anybody asks what it means. */
public sealed interface ConfigNode {

    ConfigOrigin origin();

    /** In words, for messages. */
    String kind();

    /**
     * A scalar.
     *
     * @param plain without quotes, so that it may stand for nothing, a number or a boolean
     */
    record Text(String text, boolean plain, ConfigOrigin origin) implements ConfigNode {

        private static final Pattern NUMBER = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

        /** As YAML and JSON tell them apart; only texts may stand where neither a number nor a boolean makes sense. */
        @Override
        public String kind() {
            if (plain && NUMBER.matcher(text).matches()) {
                return "a number";
            }
            return plain && (text.equals("true") || text.equals("false")) ? "a boolean" : "text";
        }

        boolean nothing() {
            return plain
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

    /** Names are unique. */
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
     * @param origin of the name
     */
    record Field(String name, ConfigOrigin origin, ConfigNode value) {}

    /** Whether it is null in YAML: nothing was set. */
    default boolean isNull() {
        return this instanceof Text text && text.nothing();
    }
}
