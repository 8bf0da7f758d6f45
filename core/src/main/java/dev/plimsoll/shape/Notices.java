package dev.plimsoll.shape;

/** The sentences a model reads first: what this is, how much is left, which call reads on. */
final class Notices {

    private Notices() {}

    static String page(
            About about, String noun, long first, long last, long total, boolean more, int folded, boolean nameless) {
        StringBuilder notice = new StringBuilder();
        notice.append(capital(noun))
                .append(' ')
                .append(first)
                .append('-')
                .append(last)
                .append(" of ")
                .append(total);
        notice.append(" from ").append(about.tool()).append('.');
        if (more) {
            notice.append(' ')
                    .append(total - last)
                    .append(" more: ")
                    .append(about.callWith("nextCursor"))
                    .append('.');
        } else {
            notice.append(" This is the last page.");
        }
        if (folded > 0) {
            notice.append(' ').append(folded).append(folded == 1 ? " item is" : " items are");
            notice.append(" shortened (folded): ").append(about.partWith("this ", more ? "nextCursor" : "cursor"));
            notice.append(" reads one whole");
            notice.append(
                    nameless
                            ? ", and what has no path by " + (about.uris() ? "?mode=lines" : "mode = lines") + "."
                            : ".");
        }
        return notice.append(upstream(about)).toString();
    }

    static String probe(About about) {
        return "A preview of the result of " + about.tool() + ". " + capital(about.callWith("nextCursor"))
                + " and a mode to fetch it." + upstream(about);
    }

    static String excerpt(About about, boolean members, long total) {
        return "The beginning of " + total + (members ? " members" : " items") + " from " + about.tool() + ". "
                + capital(about.callWith("nextCursor")) + " to page through all of it." + upstream(about);
    }

    static String guided(About about, long total) {
        return total + " items from " + about.tool() + ", too many to show. " + capital(about.callWith("nextCursor"))
                + " to page through them." + upstream(about);
    }

    static String receipt(About about) {
        return "Receipt of a result of " + about.tokens() + " tokens from " + about.tool()
                + ": status, ids and counts. " + capital(about.callWith("nextCursor")) + " to read all of it."
                + upstream(about);
    }

    static String summary(About about, int sections, boolean named) {
        String read = sections == 0
                ? ""
                : " Any part is read whole by " + about.partWith("cursor = ", "nextCursor")
                        + (named ? " (see sections)." : ".");
        return "Summary of a result of " + about.tokens() + " tokens from " + about.tool() + "." + read + " "
                + alone(about) + " pages through all of it." + upstream(about);
    }

    static String chunk(About about, int chunk, int chunks, int startLine, int endLine, int lines, boolean more) {
        String read =
                more ? " " + capital(about.callWith("nextCursor")) + " for the next one." : " This is the last one.";
        return "Text chunk " + chunk + " of " + chunks + " (lines " + startLine + "-" + endLine + " of " + lines
                + ") from " + about.tool() + "." + read + upstream(about);
    }

    static String trimmed(About about, int places) {
        return "Shortened in " + places + (places == 1 ? " place" : " places") + " (see trimmed). "
                + about.partWith("cursor = ", "nextCursor") + " reads any of them whole; with "
                + (about.uris() ? "nextUri" : "cursor") + " alone it pages through all.";
    }

    static String part(About about) {
        return "This is all of that part of the result of " + about.tool() + ".";
    }

    static String error(About about, int shown, int characters) {
        return "The error text is " + characters + " characters long; its head and tail stand here (" + shown
                + " characters). " + (about.uris() ? "The resource nextUri" : about.readTool() + " with the cursor")
                + " reads all of it.";
    }

    private static String upstream(About about) {
        return about.more().isEmpty()
                ? ""
                : " The total covers this result only: it says itself that more exists (" + about.more() + "); "
                        + "get that by calling " + about.tool() + " again with its own argument.";
    }

    private static String alone(About about) {
        return about.uris() ? "nextUri alone" : about.readTool() + " with cursor = nextCursor alone";
    }

    private static String capital(String noun) {
        return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
    }
}
