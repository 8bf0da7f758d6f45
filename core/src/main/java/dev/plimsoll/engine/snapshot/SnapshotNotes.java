package dev.plimsoll.engine.snapshot;

import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes that the engine stores with a snapshot, so that the result is not measured again when the snapshot is opened.
 *
 * @param tokens the tokens of the whole result
 * @param isExact whether {@code tokens} is an exact count; else it is an estimate
 * @param isJson whether the document is JSON
 * @param range the range of the document in the segments of the snapshot
 * @param more the result's own statement that the upstream has more data
 * @param name the name of a resource or prompt; empty for the result of a tool
 * @param isLive whether the snapshot is only the beginning of a list that is read from its source
 * @param rollout the arm of the call; follow-up reads belong to the same arm
 * @param stripped the patterns of members that callers do not see, except in mode {@code full}
 * @param appPart the part for an app, which callers do not see either, except in mode {@code full}
 * @param pageFacts facts about further pages
 * @param documentNotice sentences about the documents that the last segment has as texts; empty if there are none
 */
public record SnapshotNotes(
        long tokens,
        boolean isExact,
        boolean isJson,
        DocumentRange range,
        MoreUpstream more,
        String name,
        boolean isLive,
        Rollout rollout,
        List<String> stripped,
        AppPart appPart,
        PageFacts pageFacts,
        String documentNotice) {

    /**
     * Range of a document.
     *
     * @param hasOwnSegment whether the document is in the second segment; otherwise it is a range of the
     *     result, the first segment
     * @param from where the document begins in its segment
     * @param to where it ends
     */
    public record DocumentRange(boolean hasOwnSegment, int from, int to) {}

    /**
     * Facts about the pages of a result.
     *
     * @param sentArguments the arguments of the call, as the server got them; null if unknown or too large
     * @param collected the pages that the result was joined from; null for the result of one call
     */
    public record PageFacts(
            @Nullable Slice sentArguments, @Nullable CollectedPages collected) {}

    public SnapshotNotes {
        stripped = List.copyOf(stripped);
    }

    Slice encode() {
        JsonWriter out = new JsonWriter(128)
                .beginObject()
                .number("tokens", tokens)
                .bool("json", isJson)
                .bool("apart", range.hasOwnSegment())
                .number("from", range.from())
                .number("to", range.to());
        if (!more.isNone()) {
            out.raw("upstream", more.encode());
        }
        out.string("name", name);
        if (rollout.arm() != Arm.NONE) {
            out.string("arm", rollout.arm().recordName()).number("unit", rollout.unit());
        }
        if (isExact) {
            out.bool("exact", true);
        }
        if (isLive) {
            out.bool("live", true);
        }
        if (!stripped.isEmpty()) {
            out.string("stripped", String.join(",", stripped));
        }
        if (appPart != AppPart.NONE) {
            out.string("app", appPart.name());
        }
        if (!documentNotice.isEmpty()) {
            out.string("documents", documentNotice);
        }
        if (pageFacts.sentArguments() != null) {
            out.raw("arguments", pageFacts.sentArguments());
        }
        CollectedPages collected = pageFacts.collected();
        if (collected != null) {
            out.beginObject("collected").number("pages", collected.pages()).number("records", collected.records());
            out.number("from", collected.firstReadAt().toEpochMilli());
            out.number("to", collected.lastReadAt().toEpochMilli());
            out.bool("complete", collected.isComplete())
                    .string("remark", collected.remark())
                    .endObject();
        }
        return out.endObject().slice();
    }

    static SnapshotNotes decode(Slice bytes) {
        return new SnapshotNotes(
                Long.parseLong(value(bytes, "tokens").utf8()),
                Members.get(bytes, "exact") != null,
                value(bytes, "json").at(0) == 't',
                new DocumentRange(
                        value(bytes, "apart").at(0) == 't',
                        Integer.parseInt(value(bytes, "from").utf8()),
                        Integer.parseInt(value(bytes, "to").utf8())),
                MoreUpstream.decode(Members.get(bytes, "upstream")),
                JsonText.unescapeToString(Json.stringInside(value(bytes, "name"))),
                Members.get(bytes, "live") != null,
                rollout(bytes),
                stripped(Members.get(bytes, "stripped")),
                appPart(Members.get(bytes, "app")),
                new PageFacts(Members.get(bytes, "arguments"), collected(Members.get(bytes, "collected"))),
                text(Members.get(bytes, "documents")));
    }

    private static @Nullable CollectedPages collected(@Nullable Slice object) {
        return object == null
                ? null
                : new CollectedPages(
                        Integer.parseInt(value(object, "pages").utf8()),
                        Long.parseLong(value(object, "records").utf8()),
                        Instant.ofEpochMilli(
                                Long.parseLong(value(object, "from").utf8())),
                        Instant.ofEpochMilli(Long.parseLong(value(object, "to").utf8())),
                        value(object, "complete").at(0) == 't',
                        JsonText.unescapeToString(Json.stringInside(value(object, "remark"))),
                        null);
    }

    private static AppPart appPart(@Nullable Slice name) {
        return name == null ? AppPart.NONE : AppPart.valueOf(JsonText.unescapeToString(Json.stringInside(name)));
    }

    private static List<String> stripped(@Nullable Slice patterns) {
        return patterns == null
                ? List.of()
                : List.of(JsonText.unescapeToString(Json.stringInside(patterns)).split(",", -1));
    }

    private static String text(@Nullable Slice string) {
        return string == null ? "" : JsonText.unescapeToString(Json.stringInside(string));
    }

    private static Rollout rollout(Slice bytes) {
        Slice arm = Members.get(bytes, "arm");
        return arm == null
                ? Rollout.NONE
                : new Rollout(
                        Arm.parse(JsonText.unescapeToString(Json.stringInside(arm))),
                        Long.parseLong(value(bytes, "unit").utf8()),
                        null);
    }

    private static Slice value(Slice object, String name) {
        Slice value = Members.get(object, name);
        if (value == null) {
            throw new IllegalStateException("snapshot notes without " + name);
        }
        return value;
    }
}
