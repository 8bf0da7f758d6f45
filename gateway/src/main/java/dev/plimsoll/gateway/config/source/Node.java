package dev.plimsoll.gateway.config.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was written, before anybody asks what it means. */
public sealed interface Node {

    Origin origin();

    /** In words, for messages. */
    String kind();

    /**
     * A scalar.
     *
     * @param plain without quotes, so that it may stand for nothing
     */
    record Text(String text, boolean plain, Origin origin) implements Node {

        @Override
        public String kind() {
            return "text";
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

    record Items(List<Node> items, Origin origin) implements Node {

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Names are unique. */
    record Fields(List<Field> fields, Origin origin) implements Node {

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
    record Field(String name, Origin origin, Node value) {}

    /** Whether it is null in YAML: nothing was set. */
    default boolean isNull() {
        return this instanceof Text text && text.nothing();
    }
}
