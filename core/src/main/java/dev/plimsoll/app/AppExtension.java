package dev.plimsoll.app;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Protocol extension by which a client declares that it shows apps. */
public final class AppExtension {

    public static final String ID = "io.modelcontextprotocol/ui";

    private AppExtension() {}

    /** Returns whether a client's {@code capabilities} declare the extension. */
    public static boolean isDeclared(@Nullable Slice capabilities) {
        return object(member(member(capabilities, "extensions"), ID)) != null;
    }

    private static @Nullable Slice member(@Nullable Slice value, String name) {
        Slice object = object(value);
        return object == null ? null : Members.get(object, name);
    }

    private static @Nullable Slice object(@Nullable Slice value) {
        return value == null || Json.type(value) != JsonType.OBJECT ? null : value;
    }
}
