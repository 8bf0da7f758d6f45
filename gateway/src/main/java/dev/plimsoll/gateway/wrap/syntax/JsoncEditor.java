package dev.plimsoll.gateway.wrap.syntax;

/** Creates edits of JSON. */
public final class JsoncEditor extends SyntaxEditor {

    public JsoncEditor(String text) {
        super(text);
    }

    @Override
    public String encode(String value) {
        return JsoncStrings.encode(value);
    }

    @Override
    protected String startOfMember(String name, String space) {
        return JsoncStrings.encode(name) + ":" + space;
    }

    @Override
    protected boolean isSpace(char c) {
        return JsoncParser.isSpace(c);
    }

    @Override
    protected int skipSpaceAndComments(int at) {
        return JsoncParser.skipSpaceAndComments(text(), at);
    }
}
