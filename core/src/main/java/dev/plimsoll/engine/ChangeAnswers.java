package dev.plimsoll.engine;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.changes.DocumentChanges;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.view.ArgumentNames;
import dev.plimsoll.view.View;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Creator of results that contain only the changes since an earlier result of the same call. */
record ChangeAnswers(SnapshotRepository snapshots, CursorIssuer cursors) {

    /** Entry that marks the argument digest of a result with changes; no fingerprint of an argument equals it. */
    private static final String CHANGES_MARK = "changes";

    static RefusedException refusal(String problem, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion)
                .detail("argument", ArgumentNames.CHANGES_SINCE);
    }

    /** Rewords the refusal of a cursor as a refusal of the argument {@code changes_since}. */
    static RefusedException asArgumentRefusal(RefusedException refused) {
        String message = refused.getMessage();
        String name = ArgumentNames.CHANGES_SINCE;
        return message.startsWith(name)
                ? refused
                : refused.withMessage(name + ": " + message)
                        .withSuggestion("call the tool without " + name + "; its answer has a cursor for the next time")
                        .detail("argument", name);
    }

    /**
     * Returns the refusal of a follow-up read with {@code changes_since}: only calls of the tool itself can have this
     * argument.
     */
    static RefusedException refusalOfRead() {
        return refusal(
                "changes_since is an argument of the tool, not of a follow-up read",
                "call the tool with the same arguments and changes_since");
    }

    /** Refuses an earlier result of another tool, or of a call with other arguments. */
    void requireSameCall(OpenSnapshot earlier, ToolCall call, String argumentsHash) {
        SnapshotOrigin origin = earlier.snapshot().origin();
        if (hasChangesMark(origin)) {
            throw refusal(
                    "changes_since is the cursor of an answer with changes",
                    "give changes_since the value of current in that answer");
        }
        if (!origin.tool().equals(call.tool()) || !origin.server().equals(call.server())) {
            throw refusal(
                    "changes_since is a cursor of " + origin.tool() + ", and this is " + call.tool(),
                    "a cursor of an answer from " + call.clientToolName());
        }
        if (!origin.argumentsHash().equals(argumentsHash)) {
            throw refusal(
                    "changes_since: the arguments differ from those that its result was made with",
                    "give the same arguments, or call without changes_since");
        }
        if (earlier.liveSource() != null) {
            throw refusal(
                    "changes_since: the source of this result delivers its data page by page, so it has no document",
                    "call without changes_since");
        }
    }

    /**
     * Refuses to compare a result that joins pages of the server with a single page, and to compare results
     * that lack pages.
     */
    private static void requireSamePages(OpenSnapshot earlier, OpenSnapshot current) {
        CollectedPages earlierPages = earlier.notes().pageFacts().collected();
        CollectedPages currentPages = current.notes().pageFacts().collected();
        if ((earlierPages == null) != (currentPages == null)) {
            throw refusal(
                    "changes_since: one of the results joins pages of the server (collect), and the other is one page",
                    "give collect in both calls, or in none");
        }
        if (earlierPages != null && currentPages != null && !(earlierPages.isComplete() && currentPages.isComplete())) {
            throw refusal(
                    "changes_since: pages are missing in one of the results, which would look like removed records",
                    "call without changes_since");
        }
    }

    private static boolean hasChangesMark(SnapshotOrigin origin) {
        return List.of(origin.argumentsHash().split(",", -1)).contains(CHANGES_MARK);
    }

    /**
     * Returns a copy of the call for storing a result with changes. Its argument digest has the mark, so that
     * {@link #requireSameCall} refuses cursors of that result.
     */
    static ToolCall withChangesMark(ToolCall call) {
        return call.withReadArguments(call.readArguments().withoutChanges())
                .withArgumentsHash(call.facts().argumentsHash() + "," + CHANGES_MARK);
    }

    /**
     * Returns a result with the changes.
     *
     * @param earlier the earlier result
     * @param current the result of this call
     * @param view a view of the complete results
     * @param isStructured whether the result has structured content
     */
    Slice result(OpenSnapshot earlier, OpenSnapshot current, ToolCall call, View view, boolean isStructured) {
        requireSamePages(earlier, current);
        String takenAt =
                earlier.snapshot().takenAt().truncatedTo(ChronoUnit.SECONDS).toString();
        Document earlierDocument =
                PageReader.forFollowUpRead(earlier, cursors, call, false).document(view);
        Document currentDocument =
                PageReader.forFollowUpRead(current, cursors, call, false).document(view);
        DocumentChanges changes = DocumentChanges.of(asJson(earlierDocument), asJson(currentDocument));
        String tool = call.clientToolName();
        if (changes.counts().isNone()) {
            return unchangedResult(
                    "Unchanged: " + tool + " returns " + sameItems(currentDocument) + " as at " + takenAt
                            + "; the same changes_since works again.",
                    isStructured);
        }
        String cursor =
                cursors.cursorEncoder(current, call.caller()).apply(new PagePosition(view, view.firstPosition()));
        Slice document = document(
                changes,
                notice(tool, takenAt, changes.counts()),
                cursor,
                current.notes().more());
        return toolResult(document, document, isStructured);
    }

    private static Slice unchangedResult(String sentence, boolean isStructured) {
        Slice structured = new JsonWriter(256)
                .beginObject()
                .string("notice", sentence)
                .bool("unchanged", true)
                .endObject()
                .slice();
        return toolResult(Slice.of(sentence), structured, isStructured);
    }

    /** Returns a tool result with the text, and with the structured content if {@code isStructured}. */
    private static Slice toolResult(Slice text, Slice structured, boolean isStructured) {
        JsonWriter json = new JsonWriter(2 * text.length() + 64).beginObject().beginArray("content");
        json.beginObject()
                .string("type", "text")
                .string("text", text)
                .endObject()
                .endArray();
        return (isStructured ? json.raw("structuredContent", structured) : json)
                .endObject()
                .slice();
    }

    private static Slice document(DocumentChanges changes, String notice, String cursor, MoreUpstream more) {
        DocumentChanges.Counts counts = changes.counts();
        JsonWriter json =
                new JsonWriter(changes.list().length() + 512).beginObject().string("notice", notice);
        json.number("added", counts.added()).number("removed", counts.removed());
        json.number("changed", counts.changed()).number("moved", counts.moved());
        json.number("unchanged", counts.unchanged()).string("current", cursor);
        if (!more.isNone()) {
            // these are the changes of one page of several
            json.raw(MoreUpstream.NAME, more.values());
        }
        return json.raw("changes", changes.list()).endObject().slice();
    }

    private static String notice(String tool, String takenAt, DocumentChanges.Counts counts) {
        List<String> parts = new ArrayList<>();
        add(parts, counts.added(), "added");
        add(parts, counts.removed(), "removed");
        add(parts, counts.changed(), "changed");
        add(parts, counts.moved(), "moved");
        String identity = counts.identity();
        return "Changes of " + tool + " since " + takenAt + ": " + String.join(", ", parts)
                + (identity == null ? "" : ", by " + identity)
                + ". current is the changes_since of the next call, and the cursor of the whole result.";
    }

    private static void add(List<String> parts, int count, String change) {
        if (count > 0) {
            parts.add(count + " " + change);
        }
    }

    private static String sameItems(Document document) {
        if (!document.isJson() || Json.type(document.bytes()) != JsonType.ARRAY) {
            return "the same";
        }
        int itemCount = 0;
        Elements items = Elements.of(document.bytes());
        while (items.next()) {
            itemCount++;
        }
        return "the same " + itemCount + (itemCount == 1 ? " item" : " items");
    }

    /** Returns the document as JSON; a text becomes an array of its lines. */
    private static Slice asJson(Document document) {
        if (document.isJson()) {
            return document.bytes();
        }
        return new JsonWriter(document.bytes().length() + 256)
                .strings(document.bytes().utf8().lines().toList())
                .slice();
    }
}
