package dev.plimsoll.shape;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Further pages of the server that belong to a result.
 *
 * @param isOffered whether the next call can read further pages
 * @param pages the pages that were joined to the result; null if there are none
 */
public record CollectInfo(boolean isOffered, @Nullable CollectedPages pages) {

    /** The value for a result of one call, without an offer. */
    public static final CollectInfo NONE = new CollectInfo(false, null);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    /**
     * Returns the sentence for a notice that says what was joined, and when it was read; empty if nothing was joined.
     *
     * @param tool name of the tool for the client
     */
    String sentence(String tool) {
        CollectedPages joinedPages = pages;
        if (joinedPages == null) {
            return "";
        }
        String prefix = joinedPages.isComplete() ? "All " : "";
        return prefix + count(joinedPages.pages(), " page") + " of " + tool + " joined: "
                + count(joinedPages.records(), " record") + ", read at " + time(joinedPages) + "."
                + (joinedPages.remark().isEmpty() ? "" : " " + joinedPages.remark());
    }

    /** Returns a JSON object for programs; JSON {@code null} if nothing was joined. */
    public Slice encoded() {
        CollectedPages joinedPages = pages;
        if (joinedPages == null) {
            return Slice.of("null");
        }
        JsonWriter json = new JsonWriter(160)
                .beginObject()
                .number("pages", joinedPages.pages())
                .number("records", joinedPages.records())
                .string("firstReadAt", MILLISECONDS.format(joinedPages.firstReadAt()))
                .string("lastReadAt", MILLISECONDS.format(joinedPages.lastReadAt()))
                .bool("complete", joinedPages.isComplete());
        if (!joinedPages.remark().isEmpty()) {
            json.string("remark", joinedPages.remark());
        }
        return json.endObject().slice();
    }

    private static String time(CollectedPages joinedPages) {
        String from = time(joinedPages.firstReadAt());
        String to = time(joinedPages.lastReadAt());
        return from.equals(to) ? from : from + " to " + to;
    }

    private static String time(Instant instant) {
        return TIME.format(instant);
    }

    private static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d", number) + noun + (number == 1 ? "" : "s");
    }
}
