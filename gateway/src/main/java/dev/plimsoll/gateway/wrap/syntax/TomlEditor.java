package dev.plimsoll.gateway.wrap.syntax;

/** Creates edits of TOML. Names of new members must not need quotes. */
public final class TomlEditor extends LineEditor {

    public TomlEditor(String text) {
        super(text);
    }

    /** Returns a string in double quotes, which has the same escapes as in JSON. */
    @Override
    public String encode(String value) {
        return JsoncStrings.encode(value);
    }

    @Override
    protected String startOfMember(String name, String space) {
        return name + " = ";
    }

    /** Repeats the indentation and, for a dotted key, the parts before the name. */
    @Override
    protected String linePrefix(SyntaxMember neighbor) {
        return text().substring(lineStart(neighbor.from()), neighbor.nameFrom()).replace("\uFEFF", "");
    }
}
