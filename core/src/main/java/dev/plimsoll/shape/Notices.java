package dev.plimsoll.shape;

/** The sentences a model reads first: what this is, how much is left, which call reads on. */
final class Notices {

    private Notices() {}

    static String page(About about, String noun, Telling.Span span) {
        StringBuilder notice = new StringBuilder(span(noun, span));
        notice.append(" from ").append(about.tool()).append('.').append(rest(about, span));
        notice.append(span.more() ? "" : " This is the last page.");
        return notice.append(folded(about, span)).append(upstream(about)).toString();
    }

    private static String span(String noun, Telling.Span span) {
        return capital(noun) + " " + span.first() + "-" + span.last() + " of " + span.total();
    }

    private static String rest(About about, Telling.Span span) {
        return span.more()
                ? " " + (span.total() - span.last()) + " more: call " + about.readTool() + " with cursor = nextCursor."
                : "";
    }

    private static String folded(About about, Telling.Span span) {
        return span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " item is" : " items are") + " shortened (folded): "
                        + about.readTool() + " with this " + (span.more() ? "nextCursor" : "cursor")
                        + " and path reads one whole"
                        + (span.nameless() ? ", and what has no path by mode = lines." : ".");
    }

    static String results(About about, String noun, Telling.Span span) {
        String what = noun.equals("results") ? " of the query" : " in the only result of the query";
        String shortened = span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are")
                        + " shortened (folded): ask for one alone, as [QUERY][index], or for less of it.";
        return (span.total() == 0 ? "The query gives nothing" : span(noun, span) + what) + ", over the result from "
                + about.tool() + "." + rest(about, span) + shortened + upstream(about);
    }

    static String outline(About about) {
        return "Outline of a result of " + about.tokens() + " tokens from " + about.tool()
                + ", counted over all of it. " + about.readTool()
                + " with cursor = nextCursor and find, query, fields or path reads what is wanted." + upstream(about);
    }

    /** @param pieces what was searched */
    static String found(About about, String pieces, Telling.Span span) {
        if (span.total() == 0) {
            return "Nothing found in the " + pieces + " of the result from " + about.tool()
                    + ". Try a shorter text, or mode = outline to see what there is: " + about.readTool()
                    + " with this cursor." + upstream(about);
        }
        return span("matches", span) + " in the " + pieces + " of the result from " + about.tool() + "."
                + rest(about, span) + folded(about, span) + upstream(about);
    }

    static String summary(About about, int sections, boolean named) {
        String read = sections == 0
                ? ""
                : " Any part is read whole by " + about.readTool() + " with cursor = nextCursor and path"
                        + (named ? " (see sections)." : ".");
        return "Summary of a result of " + about.tokens() + " tokens from " + about.tool() + "." + read + " "
                + about.readTool() + " with cursor = nextCursor alone pages through all of it." + upstream(about);
    }

    static String chunk(About about, int chunk, int chunks, int startLine, int endLine, int lines, boolean more) {
        String read = more
                ? " Call " + about.readTool() + " with cursor = nextCursor for the next one."
                : " This is the last one.";
        return "Text chunk " + chunk + " of " + chunks + " (lines " + startLine + "-" + endLine + " of " + lines
                + ") from " + about.tool() + "." + read + upstream(about);
    }

    static String trimmed(About about, int places) {
        return "Shortened in " + places + (places == 1 ? " place" : " places") + " (see trimmed). " + about.readTool()
                + " with cursor = nextCursor and path reads any of them whole; with cursor alone it pages through all.";
    }

    static String error(About about, int shown, int characters) {
        return "The error text is " + characters + " characters long; its head and tail stand here (" + shown
                + " characters). " + about.readTool() + " with the cursor reads all of it.";
    }

    private static String upstream(About about) {
        return about.more().isEmpty()
                ? ""
                : " The total covers this result only: it says itself that more exists (" + about.more() + "); "
                        + "get that by calling " + about.tool() + " again with its own argument.";
    }

    private static String capital(String noun) {
        return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
    }
}
