package dev.plimsoll.bench.load;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Alternately reads the outlines of equally large parts of one stored result. The result has more parts than the engine caches,
 * so each read computes its outline.
 */
public final class OutlineReads {

    private static final int PARTS = 3;

    private final BenchEngine benchEngine = new BenchEngine(Policy.defaults());
    private final String cursor;
    private int currentPart;

    private OutlineReads(Slice part) {
        JsonWriter json = new JsonWriter(PARTS * (part.length() + 8)).beginObject();
        for (int i = 0; i < PARTS; i++) {
            json.raw("part" + i, part);
        }
        Slice firstAnswer =
                benchEngine.guard(BenchToolResults.toTextResult(json.endObject().slice()), OutcomeKind.SUMMARIZED);
        JsonNode header = JsonMapper.shared()
                .readTree(firstAnswer.bytes(), firstAnswer.from(), firstAnswer.length())
                .at("/_meta/dev.plimsoll~1page");
        this.cursor = header.get("nextCursor").asString();
    }

    public static OutlineReads create(Slice part) {
        return new OutlineReads(part);
    }

    /** Reads the outline of the next part. */
    public Slice read() {
        currentPart = currentPart + 1 == PARTS ? 0 : currentPart + 1;
        JsonWriter arguments = new JsonWriter().beginObject().string("cursor", cursor);
        arguments.string("mode", "outline").string("path", "/part" + currentPart);
        return benchEngine.read(arguments.endObject().slice());
    }
}
