package dev.plimsoll.gateway.wrap.jsonc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value and its range: {@code from} is its first character, {@code to} the one after its last. */
public final class JsoncNode {

    /** Kind of a value. Wrapping does not distinguish numbers, booleans, and null. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        OTHER
    }

    private final String source;
    private final Kind kind;
    private final int from;
    private int to;

    private final List<JsoncMember> members = new ArrayList<>(0);
    private final List<JsoncNode> items = new ArrayList<>(0);

    /** Container that continues after this one. */
    final @Nullable JsoncNode parent;

    /** True if the next value in this container needs a comma before it. */
    boolean needsComma;

    JsoncNode(String source, Kind kind, int from, int to, @Nullable JsoncNode parent) {
        this.source = source;
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.parent = parent;
    }

    void add(JsoncMember jsoncMember) {
        members.add(jsoncMember);
        needsComma = true;
    }

    void add(JsoncNode item) {
        items.add(item);
        needsComma = true;
    }

    void closeAt(int end) {
        to = end;
    }

    boolean isContainer() {
        return kind == Kind.OBJECT || kind == Kind.ARRAY;
    }

    public boolean is(Kind expected) {
        return kind == expected;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** Returns the text as written. */
    public String raw() {
        return source.substring(from, to);
    }

    /** Returns a string without its quotes and escapes. */
    public String text() {
        return is(Kind.STRING) ? JsoncStrings.decode(source, from, to) : raw();
    }

    /** Returns the members of an object in order; a name may occur twice. */
    public List<JsoncMember> members() {
        return Collections.unmodifiableList(members);
    }

    /** Returns the last member of that name, like all JSON parsers. */
    public @Nullable JsoncMember member(String name) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).name().equals(name)) {
                return members.get(i);
            }
        }
        return null;
    }

    /** Returns the items of an array. */
    public List<JsoncNode> items() {
        return Collections.unmodifiableList(items);
    }
}
