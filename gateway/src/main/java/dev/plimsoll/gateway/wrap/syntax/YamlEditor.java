package dev.plimsoll.gateway.wrap.syntax;

import java.util.List;
import java.util.stream.Collectors;

/** Creates edits of YAML. Names of new members must not need quotes. */
public final class YamlEditor extends LineEditor {

    public YamlEditor(String text) {
        super(text);
    }

    /** Returns a string in double quotes, which has the same escapes as in JSON. */
    @Override
    public String encode(String value) {
        return JsoncStrings.encode(value);
    }

    @Override
    protected String startOfMember(String name, String space) {
        return name + ": ";
    }

    @Override
    protected String linePrefix(SyntaxMember neighbor) {
        return spacesTo(neighbor.from());
    }

    @Override
    public TextEdit insertItems(SyntaxNode array, int index, List<String> literals, SyntaxMember neighbor) {
        if (array.isBracketed()) {
            return super.insertItems(array, index, literals, neighbor);
        }
        int dash = dashOffset(array, index);
        String between = newline() + spacesTo(dash);
        return TextEdit.insert(
                dash, literals.stream().map(literal -> "- " + literal + between).collect(Collectors.joining()));
    }

    @Override
    public TextEdit removeItems(SyntaxNode array, int from, int to) {
        if (array.isBracketed() || to == array.items().size()) {
            return super.removeItems(array, from, to);
        }
        return TextEdit.delete(dashOffset(array, from), dashOffset(array, to));
    }

    /** Returns the position of the dash of an item. A comment can be between the dash and the item. */
    private int dashOffset(SyntaxNode array, int index) {
        if (index > 0) {
            return skipSpaceAndComments(array.items().get(index - 1).to());
        }
        int dash = array.items().get(0).from() - 1;
        while (dash > array.from() && isSpace(text().charAt(dash))) {
            dash--;
        }
        return text().charAt(dash) == '-' ? dash : array.from();
    }

    private String spacesTo(int position) {
        int start = lineStart(position);
        return " ".repeat(position - start - (text().startsWith("\uFEFF", start) ? 1 : 0));
    }
}
