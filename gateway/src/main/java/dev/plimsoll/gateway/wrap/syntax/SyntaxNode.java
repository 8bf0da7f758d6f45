package dev.plimsoll.gateway.wrap.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Value with its range in the text: from the position of its first character to the position after its last.
 * Collections without brackets, such as TOML tables and YAML block collections, can have members outside of their
 * range.
 */
public final class SyntaxNode {

    /** Kind of a value. Numbers, booleans, and null are {@code OTHER}. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        OTHER
    }

    /** Decoder of a string literal, which is given by its range in a text. */
    public interface Decoder {
        String decode(String source, int from, int to);
    }

    /**
     * Range of the text with the name of a table.
     *
     * @param from start of the name, with its quotes if it has any
     */
    public record NameRange(int from, int to) {}

    private final String source;
    private final Kind kind;
    private final Decoder decoder;
    private final int from;
    private int to;

    private final List<SyntaxMember> members = new ArrayList<>(0);
    private final List<SyntaxNode> items = new ArrayList<>(0);
    private final List<NameRange> nameRanges = new ArrayList<>(0);
    private boolean isBracketed;
    private @Nullable String readOnlyReason;

    public SyntaxNode(String source, Kind kind, int from, int to, Decoder decoder) {
        this.source = source;
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.decoder = decoder;
    }

    /** Marks a collection as written in brackets, with commas between its items or members. */
    public SyntaxNode markBracketed() {
        isBracketed = true;
        return this;
    }

    /** Marks the value as one that must not be changed. The reason is written for people. */
    public void markReadOnly(String reason) {
        readOnlyReason = reason;
    }

    public void add(SyntaxMember syntaxMember) {
        members.add(syntaxMember);
    }

    public void add(SyntaxNode item) {
        items.add(item);
    }

    public void addNameRange(int nameFrom, int nameTo) {
        nameRanges.add(new NameRange(nameFrom, nameTo));
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

    /** Returns why the value must not be changed; null if it can be changed. */
    public @Nullable String readOnlyReason() {
        return readOnlyReason;
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

    /** Returns the last member with a name, which is the one that JSON parsers use; null if there is none. */
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

    /** Returns every occurrence of the name of a TOML table, which dotted keys repeat; empty for other values. */
    public List<NameRange> nameRanges() {
        return Collections.unmodifiableList(nameRanges);
    }
}
