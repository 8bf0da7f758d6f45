package dev.plimsoll.gateway.show;

import java.util.Locale;

/** Kind of a document. It determines the units in which the app page reads it. */
enum ResultKind {
    /** An array, which is read by its items. */
    LIST("item", "items"),

    /** An object, which is read by its members. */
    OBJECT("member", "members"),

    /** A text, which is read by its lines. */
    TEXT("line", "lines"),

    /** An image. */
    IMAGE("image", "images"),

    /** Any other single value, such as a number, audio, or a blob. */
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
    String describeCount(int count) {
        return count == 1 ? "1 " + singular : String.format(Locale.ROOT, "%,d %s", count, plural);
    }
}
