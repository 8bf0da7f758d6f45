package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes the state as JSON lines after a line with the format version. */
final class RolloutStateCodec {

    private static final String NAME = "plimsoll-rollout ";
    private static final int FORMAT = 1;
    private static final int LONGEST = 1 << 16;

    private RolloutStateCodec() {}

    static byte[] write(RolloutState rolloutState) {
        ByteSink out = new ByteSink(512).ascii(NAME + FORMAT + "\n");
        for (TakenBackRule takenBackRule : rolloutState.backs()) {
            out.ascii("{\"back\":").string(takenBackRule.glob());
            out.ascii(",\"at\":").string(takenBackRule.at().toString());
            out.ascii(",\"by\":").string(takenBackRule.by());
            Instant until = takenBackRule.until();
            if (until != null) {
                out.ascii(",\"until\":").string(until.toString());
            }
            out.ascii(",\"why\":").string(takenBackRule.why()).ascii("}\n");
        }
        for (RolloutSteps rolloutSteps : rolloutState.begun()) {
            out.ascii("{\"steps\":").string(rolloutSteps.steps());
            out.ascii(",\"of\":").string(rolloutSteps.of());
            out.ascii(",\"glob\":").string(rolloutSteps.glob());
            out.ascii(",\"at\":").string(rolloutSteps.at().toString()).ascii("}\n");
        }
        return out.toByteArray();
    }

    /**
     * Decodes a state; skips lines that are not valid.
     *
     * @throws IOException if another version or program has written the text
     */
    static RolloutState read(byte[] bytes) throws IOException {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].equals(NAME + FORMAT)) {
            throw new IOException(
                    lines[0].startsWith(NAME) ? "was written by a newer version" : "is not a rollout state file");
        }
        List<TakenBackRule> backs = new ArrayList<>();
        List<RolloutSteps> begun = new ArrayList<>();
        for (String line : lines) {
            Slice object = Slice.of(line);
            if (Json.isValid(object) && Json.type(object) == JsonType.OBJECT) {
                take(object, backs, begun);
            }
        }
        return new RolloutState(backs, begun);
    }

    private static void take(Slice line, List<TakenBackRule> backs, List<RolloutSteps> begun) {
        Instant at = time(line, "at");
        String back = text(line, "back");
        String steps = text(line, "steps");
        if (at != null && !back.isEmpty()) {
            backs.add(new TakenBackRule(back, at, text(line, "by"), time(line, "until"), text(line, "why")));
        } else if (at != null && !steps.isEmpty()) {
            begun.add(new RolloutSteps(text(line, "of"), text(line, "glob"), steps, at));
        }
    }

    private static String text(Slice line, String name) {
        String text = ObjectEdit.textIn(line, name, LONGEST);
        return text == null ? "" : text;
    }

    private static @Nullable Instant time(Slice line, String name) {
        try {
            return Instant.parse(text(line, name));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
