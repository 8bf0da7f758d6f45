package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import dev.plimsoll.gateway.wrap.syntax.TomlValues.KeyPart;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Adds keys to tables according to TOML's rules for definitions. */
final class TomlTables {

    private final String text;
    private final boolean isInline;
    private final Set<SyntaxNode> defined = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<SyntaxNode> arraysOfTables = Collections.newSetFromMap(new IdentityHashMap<>());

    TomlTables(String text, boolean isInline) {
        this.text = text;
        this.isInline = isInline;
    }

    /** Defines {@code key = value} in a table. */
    void define(SyntaxNode table, List<KeyPart> key, SyntaxNode value) throws SyntaxException {
        SyntaxNode parent = table;
        for (int i = 0; i < key.size() - 1; i++) {
            parent = openChild(parent, key, i, false);
        }
        KeyPart lastPart = key.getLast();
        if (parent.member(lastPart.name()) != null) {
            throw duplicateName(lastPart);
        }
        parent.add(TomlValues.member(key, key.size() - 1, value));
    }

    /** Returns the table of a header {@code [key]}. */
    SyntaxNode openTable(SyntaxNode root, List<KeyPart> key) throws SyntaxException {
        SyntaxNode table = root;
        for (int i = 0; i < key.size(); i++) {
            table = openChild(table, key, i, i < key.size() - 1);
        }
        if (!defined.add(table)) {
            throw duplicateName(key.getLast());
        }
        return table;
    }

    /** Adds a table to an array of tables for a header {@code [[key]]}, and returns it. */
    SyntaxNode addArrayTable(SyntaxNode root, List<KeyPart> key) throws SyntaxException {
        SyntaxNode parent = root;
        for (int i = 0; i < key.size() - 1; i++) {
            parent = openChild(parent, key, i, true);
        }
        KeyPart lastPart = key.getLast();
        SyntaxMember existing = parent.member(lastPart.name());
        SyntaxNode list;
        if (existing == null) {
            list = new SyntaxNode(text, Kind.ARRAY, lastPart.from(), lastPart.to(), TomlStrings::decode);
            arraysOfTables.add(list);
            parent.add(TomlValues.member(key, key.size() - 1, list));
        } else {
            list = existing.value();
            if (!arraysOfTables.contains(list)) {
                throw duplicateName(lastPart);
            }
        }
        SyntaxNode table = new SyntaxNode(text, Kind.OBJECT, lastPart.from(), lastPart.to(), TomlStrings::decode);
        list.add(table);
        defined.add(table);
        return table;
    }

    /**
     * Returns the table of one part of a key, and creates it if necessary.
     *
     * @param canEnterArray whether the last table of an array of tables is returned; otherwise, an array is an error
     */
    private SyntaxNode openChild(SyntaxNode parent, List<KeyPart> key, int index, boolean canEnterArray)
            throws SyntaxException {
        KeyPart keyPart = key.get(index);
        SyntaxMember existing = parent.member(keyPart.name());
        SyntaxNode table;
        if (existing == null) {
            table = new SyntaxNode(text, Kind.OBJECT, keyPart.from(), keyPart.to(), TomlStrings::decode);
            parent.add(TomlValues.member(key, index, table));
            if (isInline) {
                table.markReadOnly("it is written with dotted keys in braces");
            }
        } else if (canEnterArray && arraysOfTables.contains(existing.value())) {
            return existing.value().items().getLast();
        } else {
            table = existing.value();
            if (!table.is(Kind.OBJECT) || table.isBracketed()) {
                throw SyntaxException.create(
                        text, keyPart.from(), "the name is already defined as a value, not as a table");
            }
        }
        table.addNameRange(keyPart.from(), keyPart.to());
        return table;
    }

    private SyntaxException duplicateName(KeyPart keyPart) {
        return SyntaxException.create(text, keyPart.from(), "the name is defined twice");
    }
}
