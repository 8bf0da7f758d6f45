package dev.plimsoll.shape;

import java.time.Instant;

/**
 * What every answer about one result says of the whole.
 *
 * @param tool the tool it came from, as this client calls it
 * @param ownName the tool as its server calls it
 * @param readTool the tool that reads on, as this client lists it
 * @param tokens of the whole result
 * @param exact whether they are counted; else they are about right
 * @param bytes of the whole result
 * @param takenAt when it was kept
 * @param more what the result itself says of more upstream
 * @param uris whether it was a resource or a prompt: then the way on is a resource too, and cursors stand as its URI
 * @param data what its text holds, in a phrase; or empty
 * @param occasion what this very answer is made for
 */
public record ResultFacts(
        String tool,
        String ownName,
        String readTool,
        long tokens,
        boolean exact,
        long bytes,
        Instant takenAt,
        MoreUpstream more,
        boolean uris,
        String data,
        AnswerContext occasion) {

    public ResultFacts(
            String tool,
            String ownName,
            String readTool,
            long tokens,
            boolean exact,
            long bytes,
            Instant takenAt,
            MoreUpstream more,
            boolean uris,
            AnswerContext occasion) {
        this(tool, ownName, readTool, tokens, exact, bytes, takenAt, more, uris, "", occasion);
    }

    /** The same of a result whose text holds that. */
    ResultFacts holding(String phrase) {
        return new ResultFacts(tool, ownName, readTool, tokens, exact, bytes, takenAt, more, uris, phrase, occasion);
    }

    /** How much the whole is, for a notice: a number that is about right has three digits that say something. */
    String size() {
        long unit = 1;
        while (!exact && tokens / unit >= 1_000) {
            unit *= 10;
        }
        return exact ? tokens + " tokens" : "about " + (tokens + unit / 2) / unit * unit + " tokens";
    }

    /** The tool it came from, with what its text holds; where no count is told, with how much it is about. */
    String source() {
        return exact ? origin() : tool + " (" + (data.isEmpty() ? "" : data + "; ") + size() + ")";
    }

    /** The tool it came from, with what its text holds. */
    String origin() {
        return data.isEmpty() ? tool : tool + " (" + data + ")";
    }

    /** What reads on from a cursor of this name. */
    String callWith(String cursor) {
        if (!uris) {
            return "call " + readTool + " with cursor = " + cursor;
        }
        String uri = AnswerDraft.uriName(cursor);
        return "read the resource " + uri
                + (readTool.isEmpty() ? "" : ", or call " + readTool + " with cursor = " + uri);
    }

    /** The same with further arguments: of a call, or behind a URI. */
    String callWith(String cursor, String arguments, String query) {
        return uris
                ? "read the resource " + AnswerDraft.uriName(cursor) + query
                : "call " + readTool + " with cursor = " + cursor + " and " + arguments;
    }

    /** What reads one part, from a cursor of this name; {@code with} says how the cursor is pointed at. */
    String partWith(String with, String cursor) {
        return uris ? AnswerDraft.uriName(cursor) + "?path=PATH" : readTool + " with " + with + cursor + " and path";
    }

    /** Whether even an answer without a header has to say something of the whole. */
    boolean hasRemark() {
        return !more.isNone() || occasion.changed();
    }

    /** The same after its source has changed. */
    ResultFacts afterChange() {
        return new ResultFacts(
                tool, ownName, readTool, tokens, exact, bytes, takenAt, more, uris, data, occasion.afterChange());
    }

    /** What a notice says first: nothing, or a sentence with a blank behind it. */
    String told() {
        return occasion.told().isEmpty() ? "" : occasion.told() + " ";
    }

    /** What stands before a cursor that is spelled out in a text block. */
    String lead() {
        return uris ? "the resource " + AnswerDraft.PAGE : readTool + " with cursor ";
    }
}
