package dev.plimsoll.gateway.wrap.jsonc;

import java.util.Comparator;
import java.util.List;

/** Other text in place of what stands from {@code from} to before {@code to}. */
public record Edit(int from, int to, String text) {

    private static final Comparator<Edit> IN_ORDER =
            Comparator.comparingInt(Edit::from).thenComparingInt(Edit::to);

    public static Edit insert(int at, String text) {
        return new Edit(at, at, text);
    }

    public static Edit delete(int from, int to) {
        return new Edit(from, to, "");
    }

    public static List<Edit> inOrder(List<Edit> edits) {
        return edits.stream().sorted(IN_ORDER).toList();
    }

    /** All of them done at once; they must not overlap. */
    public static String apply(String source, List<Edit> edits) {
        StringBuilder out = new StringBuilder(source.length() + 1024);
        int done = 0;
        for (Edit edit : inOrder(edits)) {
            if (edit.from < done) {
                throw new IllegalArgumentException("edits overlap at " + edit.from);
            }
            out.append(source, done, edit.from).append(edit.text);
            done = edit.to;
        }
        return out.append(source, done, source.length()).toString();
    }
}
