package dev.plimsoll.gateway.wrap.syntax;

import java.util.Comparator;
import java.util.List;

/** Replacement of the text from one position to before another. */
public record TextEdit(int from, int to, String text) {

    private static final Comparator<TextEdit> BY_POSITION =
            Comparator.comparingInt(TextEdit::from).thenComparingInt(TextEdit::to);

    public static TextEdit insert(int at, String text) {
        return new TextEdit(at, at, text);
    }

    public static TextEdit delete(int from, int to) {
        return new TextEdit(from, to, "");
    }

    public static List<TextEdit> sort(List<TextEdit> edits) {
        return edits.stream().sorted(BY_POSITION).toList();
    }

    /** Applies all edits to the same text; they must not overlap. */
    public static String apply(String source, List<TextEdit> edits) {
        StringBuilder out = new StringBuilder(source.length() + 1024);
        int copied = 0;
        for (TextEdit textEdit : sort(edits)) {
            if (textEdit.from < copied) {
                throw new IllegalArgumentException("edits overlap at " + textEdit.from);
            }
            out.append(source, copied, textEdit.from).append(textEdit.text);
            copied = textEdit.to;
        }
        return out.append(source, copied, source.length()).toString();
    }
}
