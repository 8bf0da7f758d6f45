package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.NameRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates edits of a text that follow the layout of the surrounding text. For each insertion, a removal restores the
 * text exactly. The methods of this class are for collections in brackets, which JSON, TOML, and YAML write in the
 * same way.
 */
public abstract class SyntaxEditor {

    /**
     * A member to add.
     *
     * @param literal its value as written in the file
     */
    public record NewMember(String name, String literal) {}

    private final String text;

    protected SyntaxEditor(String text) {
        this.text = text;
    }

    protected final String text() {
        return text;
    }

    /** Returns a string as it is written in this format. */
    public abstract String encode(String value);

    /** Returns the beginning of a member: its name and the separator before its value. */
    protected abstract String startOfMember(String name, String space);

    protected abstract boolean isSpace(char c);

    /** Returns the first position from {@code at} on that is neither white space nor in a comment. */
    protected abstract int skipSpaceAndComments(int at);

    /**
     * Returns the edit that inserts items before an item of an array, or into an empty array.
     *
     * @param neighbor a member whose white space is copied if the array does not show how to separate its items
     */
    public TextEdit insertItems(SyntaxNode array, int index, List<String> literals, SyntaxMember neighbor) {
        String separator = "," + betweenItems(array, neighbor);
        String joined = String.join(separator, literals);
        return array.items().isEmpty()
                ? TextEdit.insert(array.from() + 1, joined)
                : TextEdit.insert(array.items().get(index).from(), joined + separator);
    }

    /** Returns the edit that deletes the items from index {@code from} to before index {@code to}. */
    public TextEdit removeItems(SyntaxNode array, int from, int to) {
        List<SyntaxNode> items = array.items();
        int end = to < items.size()
                ? items.get(to).from()
                : afterComma(items.getLast().to());
        return TextEdit.delete(items.get(from).from(), end);
    }

    /** Returns the edit that inserts members after a member. */
    public TextEdit insertAfter(SyntaxNode object, SyntaxMember member, List<NewMember> added) {
        String lead = whitespaceBefore(member.nameFrom());
        String space = whitespaceBefore(member.value().from());
        String joined = added.stream()
                .map(newMember -> "," + lead + startOfMember(newMember.name(), space) + newMember.literal())
                .collect(Collectors.joining());
        return TextEdit.insert(member.value().to(), joined);
    }

    /** Returns the edit that inserts members into an empty object in brackets. */
    public TextEdit insertInto(SyntaxNode object, List<NewMember> added) {
        return TextEdit.insert(object.from() + 1, join(added, " "));
    }

    /** Returns the edits that delete members. No other member may have the name of a deleted member. */
    public List<TextEdit> remove(SyntaxNode object, List<SyntaxMember> removed) {
        List<TextEdit> edits = new ArrayList<>();
        int lastKeptIndex = -1;
        for (int i = 0; i < object.members().size(); i++) {
            SyntaxMember member = object.members().get(i);
            int end = member.value().to();
            if (!removed.contains(member)) {
                lastKeptIndex = i;
            } else if (lastKeptIndex < 0) {
                boolean isNextRemoved = i + 1 < object.members().size()
                        && removed.contains(object.members().get(i + 1));
                edits.add(TextEdit.delete(
                        member.nameFrom(),
                        isNextRemoved ? object.members().get(i + 1).nameFrom() : afterComma(end)));
            } else {
                int comma =
                        skipSpaceAndComments(object.members().get(i - 1).value().to());
                int space = Math.max(comma + 1, whitespaceStart(member.nameFrom()));
                edits.add(TextEdit.delete(comma, comma + 1));
                edits.add(TextEdit.delete(space, end));
            }
        }
        return edits;
    }

    /** Returns the edits that rename a member wherever its name occurs. They keep the quotes around the name. */
    public List<TextEdit> rename(SyntaxMember member, String name) {
        List<NameRange> ranges = new ArrayList<>(member.value().nameRanges());
        if (ranges.isEmpty()) {
            ranges.add(new NameRange(member.nameFrom(), member.nameTo()));
        }
        return ranges.stream()
                .map(range -> {
                    String quote = quote(range);
                    return new TextEdit(range.from(), range.to(), quote + name + quote);
                })
                .toList();
    }

    /** Returns whether a name is written without escapes, so that a renaming can be undone exactly. */
    public boolean isRenameable(SyntaxMember member) {
        String raw = text.substring(member.nameFrom(), member.nameTo());
        String quote = quote(new NameRange(member.nameFrom(), member.nameTo()));
        return raw.equals(quote + member.name() + quote);
    }

    private String quote(NameRange range) {
        char first = text.charAt(range.from());
        return first == '"' || first == '\'' ? String.valueOf(first) : "";
    }

    /**
     * Returns a list in brackets with a mark for added lists: a space after the opening bracket. {@link #isMarked}
     * recognizes the mark.
     */
    public String markedList(List<String> literals, SyntaxMember neighbor) {
        return "[ " + String.join("," + whitespaceBefore(neighbor.value().from()), literals) + " ]";
    }

    /** Returns an object in brackets with the mark for added objects. */
    public String markedObject(List<NewMember> members, SyntaxMember neighbor) {
        return "{ " + join(members, whitespaceBefore(neighbor.value().from())) + " }";
    }

    private String join(List<NewMember> members, String space) {
        return members.stream()
                .map(newMember -> startOfMember(newMember.name(), space) + newMember.literal())
                .collect(Collectors.joining("," + space));
    }

    /**
     * Returns whether {@code wrap} has probably added a collection: it has the mark, or it has no brackets, because a
     * client has reformatted the file.
     */
    public boolean isMarked(SyntaxNode collection) {
        return !collection.isBracketed() || isSpace(text.charAt(collection.from() + 1));
    }

    /** Returns the white space to write between two items of an array. */
    private String betweenItems(SyntaxNode array, SyntaxMember neighbor) {
        List<SyntaxNode> items = array.items();
        String lead = items.isEmpty() ? "" : whitespaceBefore(items.get(0).from());
        if (lead.contains("\n")) {
            return lead;
        }
        return whitespaceBefore(
                items.size() > 1 ? items.get(1).from() : neighbor.value().from());
    }

    /** Returns the white space before a position, from its last line break on. */
    protected final String whitespaceBefore(int position) {
        int start = whitespaceStart(position);
        int lineStart = text.lastIndexOf('\n', position - 1);
        if (lineStart >= start) {
            start = lineStart > start && text.charAt(lineStart - 1) == '\r' ? lineStart - 1 : lineStart;
        }
        return text.substring(start, position);
    }

    private int whitespaceStart(int position) {
        int start = position;
        while (start > 0 && isSpace(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    /** Returns the position after the comma that follows a value, or after the value if there is none. */
    private int afterComma(int end) {
        int next = skipSpaceAndComments(end);
        return next < text.length() && text.charAt(next) == ',' ? next + 1 : end;
    }
}
