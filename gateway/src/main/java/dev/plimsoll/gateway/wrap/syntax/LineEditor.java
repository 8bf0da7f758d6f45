package dev.plimsoll.gateway.wrap.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates edits for formats in which a collection can be written as lines without brackets, and comments begin with
 * #.
 */
abstract class LineEditor extends SyntaxEditor {

    protected LineEditor(String text) {
        super(text);
    }

    /**
     * Returns the text before the name in the line of a new member, such as the indentation.
     *
     * @param neighbor an existing member of the same object
     */
    protected abstract String linePrefix(SyntaxMember neighbor);

    @Override
    protected final boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    @Override
    protected final int skipSpaceAndComments(int at) {
        int next = at;
        while (next < text().length() && (isSpace(text().charAt(next)) || text().charAt(next) == '#')) {
            next = text().charAt(next) == '#' ? lineEnd(next) : next + 1;
        }
        return next;
    }

    @Override
    public TextEdit insertAfter(SyntaxNode object, SyntaxMember member, List<NewMember> added) {
        if (object.isBracketed()) {
            return super.insertAfter(object, member, added);
        }
        String lines = added.stream()
                .map(newMember ->
                        newline() + linePrefix(member) + startOfMember(newMember.name(), " ") + newMember.literal())
                .collect(Collectors.joining());
        return TextEdit.insert(lineEnd(member.value().to()), lines);
    }

    @Override
    public List<TextEdit> remove(SyntaxNode object, List<SyntaxMember> removed) {
        if (object.isBracketed()) {
            return super.remove(object, removed);
        }
        List<TextEdit> edits = new ArrayList<>();
        for (SyntaxMember member : object.members()) {
            if (removed.contains(member)) {
                edits.add(removeLine(object, member));
            }
        }
        return edits;
    }

    private TextEdit removeLine(SyntaxNode object, SyntaxMember member) {
        int start = lineStart(member.from());
        int end = member.value().to();
        int next = object.members().indexOf(member) + 1;
        if (!text().substring(start, member.from()).isBlank()
                && next < object.members().size()) {
            // the first member of a list item follows the dash on the same line
            return TextEdit.delete(member.from(), object.members().get(next).from());
        } else if (start == 0) {
            return TextEdit.delete(member.from(), Math.min(text().length(), afterLine(end)));
        }
        int before = start > 1 && text().charAt(start - 2) == '\r' ? start - 2 : start - 1;
        return TextEdit.delete(before, end);
    }

    /** Returns the line break of this text. */
    protected final String newline() {
        int end = text().indexOf('\n');
        return end > 0 && text().charAt(end - 1) == '\r' ? "\r\n" : "\n";
    }

    protected final int lineStart(int position) {
        return position == 0 ? 0 : text().lastIndexOf('\n', position - 1) + 1;
    }

    /** Returns the position of the line break that ends a line, or of the end of the text. */
    protected final int lineEnd(int position) {
        int end = position;
        while (end < text().length() && text().charAt(end) != '\n' && !text().startsWith("\r\n", end)) {
            end++;
        }
        return end;
    }

    private int afterLine(int position) {
        int end = text().indexOf('\n', position);
        return end < 0 ? text().length() : end + 1;
    }
}
