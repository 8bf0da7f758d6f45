package dev.plimsoll.gateway.wrap.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value and its range: {@code from} is its first character, {@code to} the one after its last. Collections without
 * brackets, such as tables of TOML and block collections of YAML, can have members outside of their range.
 */
public final class SyntaxNode {

    /** Kind of a value. Wrapping does not distinguish numbers, booleans, and null. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        OTHER
    }

    /** Returns the value of a string literal from its range in a text. */
    public interface Decoder {
        String decode(String source, int from, int to);
    }

    /**
     * A place where the name of a table is written.
     *
     * @param from start of the name, with its quotes if it has any
     */
    public record NamePlace(int from, int to) {}

    private final String source;
    private final Kind kind;
    private final Decoder decoder;
    private final int from;
    private int to;

    private final List<SyntaxMember> members = new ArrayList<>(0);
    private final List<SyntaxNode> items = new ArrayList<>(0);
    private final List<NamePlace> namePlaces = new ArrayList<>(0);
    private boolean isBracketed;
    private @Nullable String obstacle;

    public SyntaxNode(String source, Kind kind, int from, int to, Decoder decoder) {
        this.source = source;
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.decoder = decoder;
    }

    /** Marks a collection as one in brackets, whose parts are separated by commas. */
    public SyntaxNode markBracketed() {
        isBracketed = true;
        return this;
    }

    /** Notes why the value must not be changed, for people. */
    public void obstruct(String reason) {
        obstacle = reason;
    }

    public void add(SyntaxMember syntaxMember) {
        members.add(syntaxMember);
    }

    public void add(SyntaxNode item) {
        items.add(item);
    }

    public void addNamePlace(int nameFrom, int nameTo) {
        namePlaces.add(new NamePlace(nameFrom, nameTo));
    }

    public void closeAt(int end) {
        to = end;
    }

    public boolean isContainer() {
        return kind == Kind.OBJECT || kind == Kind.ARRAY;
    }

    public boolean isBracketed() {
        return isBracketed;
    }

    /** Returns why the value must not be changed; null if it can be. */
    public @Nullable String obstacle() {
        return obstacle;
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
        return is(Kind.STRING) ? decoder.decode(source, from, to) : raw();
    }

    /** Returns the members of an object in order; a name may occur twice in JSON. */
    public List<SyntaxMember> members() {
        return Collections.unmodifiableList(members);
    }

    /** Returns the last member of that name, like all JSON parsers. */
    public @Nullable SyntaxMember member(String name) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).name().equals(name)) {
                return members.get(i);
            }
        }
        return null;
    }

    /** Returns the items of an array. */
    public List<SyntaxNode> items() {
        return Collections.unmodifiableList(items);
    }

    /** Returns every place of the name of a TOML table, which dotted keys repeat; empty for other values. */
    public List<NamePlace> namePlaces() {
        return Collections.unmodifiableList(namePlaces);
    }
}
