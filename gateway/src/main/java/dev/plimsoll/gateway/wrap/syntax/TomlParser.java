package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import dev.plimsoll.gateway.wrap.syntax.TomlValues.KeyPart;
import java.util.List;

/**
 * Parses TOML 1.0, and line breaks in inline tables as in TOML 1.1, with an optional byte order mark. Checks only the
 * form of numbers and dates.
 */
public final class TomlParser {

    private final TomlValues values;
    private final TomlTables tables;
    private final SyntaxNode root;

    private TomlParser(String text) {
        this.values = new TomlValues(text);
        this.tables = new TomlTables(text, false);
        this.root = new SyntaxNode(text, Kind.OBJECT, 0, text.length(), TomlStrings::decode);
    }

    /** Parses a document. */
    public static SyntaxNode parse(String text) throws SyntaxException {
        return new TomlParser(text).parseDocument();
    }

    private SyntaxNode parseDocument() throws SyntaxException {
        SyntaxNode table = root;
        values.skipLines();
        while (!values.isAtEnd()) {
            if (values.isAt("[[")) {
                table = tables.addArrayTable(root, parseHeader("[[", "]]"));
            } else if (values.isAt("[")) {
                table = tables.openTable(root, parseHeader("[", "]"));
            } else {
                List<KeyPart> key = values.parseKey();
                values.require("=", "expected = after a key");
                values.skipSpace();
                tables.define(table, key, values.parseValue(1));
            }
            values.skipSpace();
            values.skipComment();
            if (!values.isAtEnd() && !values.isAtLineEnd()) {
                throw values.exception("expected the end of the line");
            }
            values.skipLines();
        }
        return root;
    }

    private List<KeyPart> parseHeader(String open, String close) throws SyntaxException {
        values.advance(open.length());
        List<KeyPart> key = values.parseKey();
        values.require(close, "expected " + close + " after the name of a table");
        return key;
    }
}
