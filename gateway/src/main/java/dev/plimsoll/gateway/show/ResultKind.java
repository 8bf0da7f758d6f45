package dev.plimsoll.gateway.show;

import java.util.Locale;

/** Form of a document, which decides how the app reads it. */
enum ResultKind {
    /** An array, by its items. */
    LIST("item", "items"),

    /** An object, by its members. */
    OBJECT("member", "members"),

    /** A text, by its lines. */
    TEXT("line", "lines"),

    /** An image. */
    IMAGE("image", "images"),

    /** A single value, also audio or a blob. */
    VALUE("value", "values");

    private final String singular;
    private final String plural;

    ResultKind(String singular, String plural) {
        this.singular = singular;
        this.plural = plural;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a count with its unit, such as {@code 12 items}. */
    String count(int count) {
        return count == 1 ? "1 " + singular : String.format(Locale.ROOT, "%,d %s", count, plural);
    }
}
