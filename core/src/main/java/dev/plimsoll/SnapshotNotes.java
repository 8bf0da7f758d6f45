package dev.plimsoll;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the engine writes beside a snapshot, so that opening it costs no second measuring.
 *
 * @param tokens of the whole result
 * @param exact whether they are counted; else they are about right
 * @param json whether the document is JSON
 * @param apart whether the document is a segment of its own, and not a range of the result
 * @param from where the document begins in its segment
 * @param to where it ends
 * @param more what the result says of more upstream
 * @param name what a resource or prompt is called; empty for the result of a tool
 * @param live whether it is but the beginning of a list that is read on from its source
 * @param rollout where its call stood: readings stand where their result does
 * @param stripped the patterns of what readers do not see of it, all but those who want it whole
 * @param share what of it is for an app, and not seen either
 */
record SnapshotNotes(
        long tokens,
        boolean exact,
        boolean json,
        boolean apart,
        int from,
        int to,
        MoreUpstream more,
        String name,
        boolean live,
        Rollout rollout,
        List<String> stripped,
        AppAudience share) {

    SnapshotNotes {
        stripped = List.copyOf(stripped);
    }

    Slice encoded() {
        ByteSink out = new ByteSink(128).ascii("{\"tokens\":").number(tokens);
        out.ascii(",\"json\":" + json + ",\"apart\":" + apart + ",\"from\":")
                .number(from)
                .ascii(",\"to\":")
                .number(to);
        if (!more.isNone()) {
            out.ascii(",\"upstream\":").raw(more.encoded());
        }
        out.ascii(",\"name\":").string(name);
        if (rollout.arm() != Arm.NONE) {
            out.ascii(",\"arm\":").string(rollout.arm().word());
            out.ascii(",\"unit\":").number(rollout.unit());
        }
        out.ascii(exact ? ",\"exact\":true" : "");
        out.ascii(live ? ",\"live\":true" : "");
        if (!stripped.isEmpty()) {
            out.ascii(",\"stripped\":").string(String.join(",", stripped));
        }
        if (share != AppAudience.NONE) {
            out.ascii(",\"app\":").string(share.name());
        }
        return out.ascii("}").slice();
    }

    static SnapshotNotes decoded(Slice bytes) {
        return new SnapshotNotes(
                Long.parseLong(value(bytes, "tokens").utf8()),
                Members.get(bytes, "exact") != null,
                value(bytes, "json").at(0) == 't',
                value(bytes, "apart").at(0) == 't',
                Integer.parseInt(value(bytes, "from").utf8()),
                Integer.parseInt(value(bytes, "to").utf8()),
                MoreUpstream.decoded(Members.get(bytes, "upstream")),
                JsonText.text(Json.stringInside(value(bytes, "name"))),
                Members.get(bytes, "live") != null,
                rollout(bytes),
                stripped(Members.get(bytes, "stripped")),
                share(Members.get(bytes, "app")));
    }

    private static AppAudience share(@Nullable Slice name) {
        return name == null ? AppAudience.NONE : AppAudience.valueOf(JsonText.text(Json.stringInside(name)));
    }

    private static List<String> stripped(@Nullable Slice patterns) {
        return patterns == null
                ? List.of()
                : List.of(JsonText.text(Json.stringInside(patterns)).split(",", -1));
    }

    private static Rollout rollout(Slice bytes) {
        Slice arm = Members.get(bytes, "arm");
        return arm == null
                ? Rollout.NONE
                : new Rollout(
                        Arm.of(JsonText.text(Json.stringInside(arm))),
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
