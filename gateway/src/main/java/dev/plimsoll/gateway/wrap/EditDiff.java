package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints edits as a unified diff without context lines, which may contain secrets and are not needed. */
final class EditDiff {

    private final String text;
    private final PrintStream out;
    private int line = 1;
    private int at;
    private int shift;

    private EditDiff(String text, PrintStream out) {
        this.text = text;
        this.out = out;
    }

    static void print(String name, String text, List<TextEdit> edits, PrintStream out) {
        out.println("--- " + name);
        out.println("+++ " + name);
        EditDiff editDiff = new EditDiff(text, out);
        List<TextEdit> hunkEdits = new ArrayList<>();
        int end = -1;
        for (TextEdit textEdit : TextEdit.inOrder(edits)) {
            if (!hunkEdits.isEmpty() && editDiff.startOfLine(textEdit.from()) > end) {
                editDiff.hunk(hunkEdits, end);
                hunkEdits.clear();
            }
            hunkEdits.add(textEdit);
            end = editDiff.endOfLine(textEdit.to());
        }
        if (!hunkEdits.isEmpty()) {
            editDiff.hunk(hunkEdits, end);
        }
    }

    private int startOfLine(int position) {
        return text.lastIndexOf('\n', position - 1) + 1;
    }

    /** Returns the position after the line that contains {@code place}. */
    private int endOfLine(int position) {
        int end = text.indexOf('\n', position);
        return end < 0 ? text.length() : end + 1;
    }

    private void hunk(List<TextEdit> edits, int to) {
        int from = startOfLine(edits.get(0).from());
        line += (int) text.substring(at, from).lines().count();
        List<TextEdit> relativeEdits = edits.stream()
                .map(textEdit -> new TextEdit(textEdit.from() - from, textEdit.to() - from, textEdit.text()))
                .toList();
        List<String> before = text.substring(from, to).lines().toList();
        List<String> after =
                TextEdit.apply(text.substring(from, to), relativeEdits).lines().toList();
        out.println("@@ " + range('-', line, before) + " " + range('+', line + shift, after) + " @@");
        before.forEach(removed -> out.println("-" + TerminalText.plain(removed)));
        after.forEach(added -> out.println("+" + TerminalText.plain(added)));
        line += before.size();
        shift += after.size() - before.size();
        at = to;
    }

    private static String range(char sign, int first, List<String> lines) {
        return sign + (lines.size() == 1 ? "" + first : first + "," + lines.size());
    }
}
