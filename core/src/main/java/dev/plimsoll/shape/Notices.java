package dev.plimsoll.shape;

/** The sentences a model reads first: what this is, how much is left, which call reads on. */
final class Notices {

    /** What is said of a source where there is no room to say what is wrong with it. */
    static final String FAULTY = " Its source has changed, or is not as it said.";

    /** Where nothing else is said. */
    static final String SOURCE_CHANGED = "The source has changed since this result.";

    private static final String CHANGED = " " + SOURCE_CHANGED;

    private static final String REPEATED = "The same call gives the same result again: ";

    private Notices() {}

    /** Whether that is what is said first of a call that was made too often. */
    static boolean isRepeated(String told) {
        return told.startsWith(REPEATED);
    }

    static String page(About about, String noun, Telling.Span span) {
        StringBuilder notice = new StringBuilder(about.told()).append(span(noun, span));
        notice.append(" from ").append(about.source()).append('.').append(rest(about, span));
        notice.append(span.more() ? "" : " This is the last page.");
        return notice.append(folded(about, span)).append(upstream(about)).toString();
    }

    /** Of a list that is read on from its source. */
    static String live(About about, String noun, Rows rows, Telling.Span span) {
        boolean items = noun.equals("items");
        StringBuilder notice = new StringBuilder(about.told());
        if (span.total() == 0) {
            notice.append("No ").append(noun);
        } else {
            notice.append(capital(noun))
                    .append(' ')
                    .append(span.first())
                    .append('-')
                    .append(span.last());
            notice.append(rows.exact() ? " of " : " of at least ").append(span.total());
        }
        notice.append(" from ").append(about.source()).append(items ? "" : ", told by its source");
        notice.append(rows.order().isEmpty() ? "" : ", in the order " + rows.order())
                .append('.');
        if (span.more()) {
            notice.append(rows.exact() ? " " + (span.total() - span.last()) + " more: " : " More: ");
            notice.append(about.callWith("nextCursor")).append(". The list is live: pages read stay as they are,");
            notice.append(" further ones are fetched then.");
        } else {
            notice.append(" This is the last page.");
        }
        return notice.append(items ? folded(about, span) : shortened(span)).toString();
    }

    /** What a source itself finds, however long it is. */
    static String filters(Rows rows) {
        return "find = \"FIELD:TEXT\", or query = \".[] | select(.FIELD == VALUE)\", with FIELD one of "
                + String.join(", ", rows.filters());
    }

    private static String shortened(Telling.Span span) {
        return span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are")
                        + " shortened (folded): ask for less of it with fields.";
    }

    private static String span(String noun, Telling.Span span) {
        return capital(noun) + " " + span.first() + "-" + span.last() + " of " + span.total();
    }

    private static String rest(About about, Telling.Span span) {
        return span.more() ? " " + (span.total() - span.last()) + " more: " + about.callWith("nextCursor") + "." : "";
    }

    /** Says how many of the items asked for have room on the page. */
    static String fitting(int asked, int shown) {
        return " Of the " + asked + " asked for, " + shown + " fit.";
    }

    private static String folded(About about, Telling.Span span) {
        if (span.folded() == 0) {
            return "";
        }
        String lines = about.uris() ? "?mode=lines" : "mode = lines";
        return " " + span.folded() + (span.folded() == 1 ? " item is" : " items are") + " shortened (folded): "
                + about.partWith("this ", span.more() ? "nextCursor" : "cursor") + " reads one whole"
                + (span.nameless() ? ", and what has no path by " + lines + "." : ".");
    }

    /** @param gaps whether a row need not have every field */
    static String table(boolean gaps) {
        return " Each row is one item: its values in the order of columns"
                + (gaps ? ", absent for a field it lacks." : ".");
    }

    static String results(About about, String noun, Telling.Span span) {
        String what = noun.equals("results") ? " of the query" : " in the only result of the query";
        String shortened = span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are")
                        + " shortened (folded): ask for one alone, as [QUERY][index], or for less of it.";
        return about.told() + (span.total() == 0 ? "The query gives nothing" : span(noun, span) + what)
                + ", over the result from " + about.source() + "." + rest(about, span) + shortened + upstream(about);
    }

    static String outline(About about) {
        return about.told() + "Outline of a result of " + about.size() + " from " + about.origin()
                + ", counted over all of it. "
                + capital(about.callWith(
                        "nextCursor", "find, query, fields or path", "?find=TEXT, ?query=JQ or ?path=PATH"))
                + " for what is wanted." + upstream(about);
    }

    /** @param pieces what was searched */
    static String found(About about, String pieces, Telling.Span span) {
        if (span.total() == 0) {
            return about.told() + "Nothing found in the " + pieces + " of the result from " + about.source()
                    + ". Try a shorter text, or " + about.callWith("cursor", "mode = outline", "?mode=outline")
                    + " to see what there is." + upstream(about);
        }
        return about.told() + span("matches", span) + " in the " + pieces + " of the result from " + about.source()
                + "." + rest(about, span) + folded(about, span) + upstream(about);
    }

    static String probe(About about) {
        return about.told() + "A preview of the result of " + about.source() + ". "
                + capital(about.callWith("nextCursor")) + " and a mode to fetch it." + upstream(about);
    }

    static String excerpt(About about, boolean members, long total) {
        return about.told() + "The beginning of " + total + (members ? " members" : " items") + " from "
                + about.source() + ". " + capital(about.callWith("nextCursor")) + " to page through all of it."
                + upstream(about);
    }

    static String guided(About about, long total) {
        return about.told() + total + " items from " + about.source() + ", too many to show. "
                + capital(about.callWith("nextCursor")) + " to page through them." + upstream(about);
    }

    static String receipt(About about) {
        return about.told() + "Receipt of a result of " + about.size() + " from " + about.tool()
                + ": status, ids and counts. " + capital(about.callWith("nextCursor")) + " to read all of it."
                + upstream(about);
    }

    static String summary(About about, int sections, boolean named) {
        String read = sections == 0
                ? ""
                : " Any part is read whole by " + about.partWith("cursor = ", "nextCursor")
                        + (named ? " (see sections)." : ".");
        return about.told() + "Summary of a result of " + about.size() + " from " + about.origin() + "." + read + " "
                + alone(about) + " pages through all of it." + upstream(about);
    }

    static String chunk(About about, int chunk, int chunks, int startLine, int endLine, int lines, boolean more) {
        String read =
                more ? " " + capital(about.callWith("nextCursor")) + " for the next one." : " This is the last one.";
        return about.told() + "Text chunk " + chunk + " of " + chunks + " (lines " + startLine + "-" + endLine + " of "
                + lines + ") from " + about.source() + "." + read + upstream(about);
    }

    static String trimmed(About about, int places) {
        return about.told() + "Shortened in " + places + (places == 1 ? " place" : " places") + " (see trimmed)"
                + (about.exact() ? ". " : " of " + about.size() + ". ")
                + about.partWith("cursor = ", "nextCursor") + " reads any of them whole; with "
                + (about.uris() ? "nextUri" : "cursor") + " alone it pages through all." + upstream(about);
    }

    static String part(About about) {
        return "This is all of that part of the result of " + about.tool() + "." + upstream(about);
    }

    static String error(About about, int shown, int characters) {
        return about.told() + "The error text is " + characters + " characters long; its head and tail stand here ("
                + shown
                + " characters). " + (about.uris() ? "The resource nextUri" : about.readTool() + " with the cursor")
                + " reads all of it.";
    }

    /**
     * What is said first of a call that was made again and again, or of page after page: the one that gets more.
     *
     * @param advice the arguments it takes beside the cursor; empty for none
     */
    static String instead(About about, boolean repeated, String advice) {
        String better = advice.isEmpty()
                ? about.callWith("nextCursor") + " to read on"
                : about.callWith("nextCursor", "what is wanted, such as " + advice, "?find=TEXT or ?query=JQ");
        return (repeated ? REPEATED : "All pages together cost much: ") + better + ".";
    }

    /** What a notice says last: that there is more than this result, and what was taken out of it. */
    private static String upstream(About about) {
        int out = about.occasion().leftOut();
        String stripped = out == 0
                ? ""
                : " Left out of it: " + out + (out == 1 ? " member" : " members") + " that the configuration names; "
                        + (about.uris() ? "?mode=full" : "mode = full") + " has all.";
        return more(about) + stripped + (about.occasion().changed() ? CHANGED : "");
    }

    private static String more(About about) {
        MoreUpstream more = about.more();
        String contradiction = more.contradiction().isEmpty() ? "" : " The result says " + more.contradiction() + ".";
        String call =
                more.argument().isEmpty() ? "" : "; for that, call " + about.tool() + " again with " + more.argument();
        return contradiction
                + (more.exists() ? " The result itself says that more exists (see upstream)" + call + "." : "");
    }

    private static String alone(About about) {
        return about.uris() ? "nextUri alone" : about.readTool() + " with cursor = nextCursor alone";
    }

    private static String capital(String noun) {
        return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
    }
}
