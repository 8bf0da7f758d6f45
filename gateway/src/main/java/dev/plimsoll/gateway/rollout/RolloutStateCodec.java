package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the state of rollouts: a line with the version of the format, then a line of JSON for each rollback
 * and each started rollout.
 */
final class RolloutStateCodec {

    private static final String MAGIC = "plimsoll-rollout ";
    private static final int FORMAT = 1;
    private static final int MAX_TEXT_BYTES = 1 << 16;

    private RolloutStateCodec() {}

    static byte[] encode(RolloutState rolloutState) {
        ByteSink out = new ByteSink(512).ascii(MAGIC + FORMAT + "\n");
        for (RollbackRule rollbackRule : rolloutState.rollbacks()) {
            JsonWriter json = new JsonWriter(out).beginObject().string("back", rollbackRule.glob());
            json.string("at", rollbackRule.startedAt().toString()).string("by", rollbackRule.initiator());
            Instant until = rollbackRule.until();
            if (until != null) {
                json.string("until", until.toString());
            }
            json.string("why", rollbackRule.why()).endObject();
            out.ascii("\n");
        }
        for (RolloutSteps rolloutSteps : rolloutState.startedSteps()) {
            JsonWriter json = new JsonWriter(out).beginObject().string("steps", rolloutSteps.steps());
            json.string("of", rolloutSteps.process()).string("glob", rolloutSteps.glob());
            json.string("at", rolloutSteps.startedAt().toString()).endObject();
            out.ascii("\n");
        }
        return out.toByteArray();
    }

    /**
     * Decodes a state. Skips lines that are not valid.
     *
     * @throws IOException if the first line is not that of this version
     */
    static RolloutState decode(byte[] bytes) throws IOException {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].equals(MAGIC + FORMAT)) {
            throw new IOException(
                    lines[0].startsWith(MAGIC) ? "was written by a newer version" : "is not a rollout state file");
        }
        List<RollbackRule> rollbacks = new ArrayList<>();
        List<RolloutSteps> startedSteps = new ArrayList<>();
        for (String line : lines) {
            Slice object = Slice.of(line);
            if (Json.isValid(object) && Json.type(object) == JsonType.OBJECT) {
                parseLine(object, rollbacks, startedSteps);
            }
        }
        return new RolloutState(rollbacks, startedSteps);
    }

    private static void parseLine(Slice line, List<RollbackRule> rollbacks, List<RolloutSteps> startedSteps) {
        Instant at = readTime(line, "at");
        String rollbackGlob = readText(line, "back");
        String steps = readText(line, "steps");
        if (at != null && !rollbackGlob.isEmpty()) {
            rollbacks.add(new RollbackRule(
                    rollbackGlob, at, readText(line, "by"), readTime(line, "until"), readText(line, "why")));
        } else if (at != null && !steps.isEmpty()) {
            startedSteps.add(new RolloutSteps(readText(line, "of"), readText(line, "glob"), steps, at));
        }
    }

    private static String readText(Slice line, String name) {
        String text = ObjectEdit.textIn(line, name, MAX_TEXT_BYTES);
        return text == null ? "" : text;
    }

    private static @Nullable Instant readTime(Slice line, String name) {
        try {
            return Instant.parse(readText(line, name));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
