package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints edits as a unified diff without context lines, because these may contain secrets. */
final class EditDiff {

    private final String text;
    private final PrintStream out;
    private int line = 1;
    private int position;
    private int lineShift;

    private EditDiff(String text, PrintStream out) {
        this.text = text;
        this.out = out;
    }

    static void print(String name, String text, List<TextEdit> edits, SecretMasker masker, PrintStream out) {
        out.println("--- " + name);
        out.println("+++ " + name);
        EditDiff editDiff = new EditDiff(masker.mask(text), out);
        List<TextEdit> hunkEdits = new ArrayList<>();
        int end = -1;
        for (TextEdit textEdit : TextEdit.sort(masker.mask(edits))) {
            if (!hunkEdits.isEmpty() && editDiff.startOfLine(textEdit.from()) > end) {
                editDiff.printHunk(hunkEdits, end);
                hunkEdits.clear();
            }
            hunkEdits.add(textEdit);
            end = editDiff.endOfLine(textEdit.to());
        }
        if (!hunkEdits.isEmpty()) {
            editDiff.printHunk(hunkEdits, end);
        }
    }

    private int startOfLine(int position) {
        return text.lastIndexOf('\n', position - 1) + 1;
    }

    /** Returns the position after the line that contains {@code position}. */
    private int endOfLine(int position) {
        int end = text.indexOf('\n', position);
        return end < 0 ? text.length() : end + 1;
    }

    private void printHunk(List<TextEdit> edits, int to) {
        int from = startOfLine(edits.get(0).from());
        line += (int) text.substring(position, from).lines().count();
        List<TextEdit> relativeEdits = edits.stream()
                .map(textEdit -> new TextEdit(textEdit.from() - from, textEdit.to() - from, textEdit.text()))
                .toList();
        List<String> oldLines = text.substring(from, to).lines().toList();
        List<String> newLines =
                TextEdit.apply(text.substring(from, to), relativeEdits).lines().toList();
        out.println(
                "@@ " + formatRange('-', line, oldLines) + " " + formatRange('+', line + lineShift, newLines) + " @@");
        oldLines.forEach(removed -> out.println("-" + displayLine(removed)));
        newLines.forEach(added -> out.println("+" + displayLine(added)));
        line += oldLines.size();
        lineShift += newLines.size() - oldLines.size();
        position = to;
    }

    private static String displayLine(String text) {
        return SecretMasker.shortenMasks(TerminalText.withoutControls(text));
    }

    private static String formatRange(char sign, int first, List<String> lines) {
        return sign + (lines.size() == 1 ? "" + first : first + "," + lines.size());
    }
}
