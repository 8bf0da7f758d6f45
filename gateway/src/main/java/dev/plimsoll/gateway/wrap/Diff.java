package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Shows edits as a unified diff without lines around them: those may hold secrets, and nobody needs them to judge. */
final class Diff {

    private final String text;
    private final PrintStream out;
    private int line = 1;
    private int at;
    private int shift;

    private Diff(String text, PrintStream out) {
        this.text = text;
        this.out = out;
    }

    static void print(String name, String text, List<Edit> edits, PrintStream out) {
        out.println("--- " + name);
        out.println("+++ " + name);
        Diff diff = new Diff(text, out);
        List<Edit> together = new ArrayList<>();
        int end = -1;
        for (Edit edit : Edit.inOrder(edits)) {
            if (!together.isEmpty() && diff.startOfLine(edit.from()) > end) {
                diff.hunk(together, end);
                together.clear();
            }
            together.add(edit);
            end = diff.endOfLine(edit.to());
        }
        if (!together.isEmpty()) {
            diff.hunk(together, end);
        }
    }

    private int startOfLine(int place) {
        return text.lastIndexOf('\n', place - 1) + 1;
    }

    /** The place after the line that a place is in. */
    private int endOfLine(int place) {
        int end = text.indexOf('\n', place);
        return end < 0 ? text.length() : end + 1;
    }

    private void hunk(List<Edit> edits, int to) {
        int from = startOfLine(edits.get(0).from());
        line += (int) text.substring(at, from).lines().count();
        List<Edit> moved = edits.stream()
                .map(edit -> new Edit(edit.from() - from, edit.to() - from, edit.text()))
                .toList();
        List<String> before = text.substring(from, to).lines().toList();
        List<String> after = Edit.apply(text.substring(from, to), moved).lines().toList();
        out.println("@@ " + range('-', line, before) + " " + range('+', line + shift, after) + " @@");
        before.forEach(old -> out.println("-" + Shown.plain(old)));
        after.forEach(now -> out.println("+" + Shown.plain(now)));
        line += before.size();
        shift += after.size() - before.size();
        at = to;
    }

    private static String range(char sign, int first, List<String> lines) {
        return sign + (lines.size() == 1 ? "" + first : first + "," + lines.size());
    }
}
