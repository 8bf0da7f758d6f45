package dev.plimsoll.bench.load;

import dev.plimsoll.bench.floor.HandwrittenAnswer;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Alternately reads a few neighboring pages of one stored result, or copies the ranges of the original that these pages show.
 * The pages alternate, so that a cache of the last answer would give no advantage.
 */
public final class PageReads {

    private static final int PAGE_COUNT = 4;

    private final BenchEngine benchEngine = new BenchEngine(Policy.defaults());
    private final Slice array;
    private final ItemIndex index;
    private final List<Slice> arguments = new ArrayList<>();
    private final List<Slice> pages = new ArrayList<>();
    private int nextIndex;

    private PageReads(Slice array) {
        this.array = array;
        this.index = ItemIndex.of(array);
    }

    /** Creates reads of the pages after the first. */
    public static PageReads afterFirstPage(Slice array) {
        PageReads pageReads = new PageReads(array);
        pageReads.collectCursors(
                readHeader(pageReads.benchEngine.guard(BenchToolResults.toTextResult(array), OutcomeKind.PAGINATED)));
        return pageReads;
    }

    /** Creates reads of the pages that follow the first four fifths of the items. */
    public static PageReads deepPages(Slice array) {
        PageReads pageReads = new PageReads(array);
        JsonNode firstHeader =
                readHeader(pageReads.benchEngine.guard(BenchToolResults.toTextResult(array), OutcomeKind.PAGINATED));
        // the first answer is short; further pages fill the budget
        JsonNode second = readHeader(pageReads.benchEngine.read(
                readArguments(firstHeader).endObject().slice()));
        int itemsPerPage = second.at("/range/1").asInt() - second.at("/range/0").asInt() + 1;
        int page = Math.max(2, pageReads.index.count() / itemsPerPage * 4 / 5);
        JsonWriter arguments = readArguments(firstHeader).number("page", page);
        pageReads.collectCursors(
                readHeader(pageReads.benchEngine.read(arguments.endObject().slice())));
        return pageReads;
    }

    private void collectCursors(JsonNode firstHeader) {
        JsonNode header = firstHeader;
        for (int i = 0; i < PAGE_COUNT && header.has("nextCursor"); i++) {
            Slice readArguments = readArguments(header).endObject().slice();
            header = readHeader(benchEngine.read(readArguments));
            arguments.add(readArguments);
            int from = index.start(header.at("/range/0").asInt() - 1);
            int to = index.end(header.at("/range/1").asInt() - 1);
            pages.add(new Slice(array.bytes(), from, to));
        }
        if (arguments.isEmpty()) {
            throw new IllegalStateException("there is no page to read");
        }
    }

    /** Reads the next page with the engine. */
    public Slice read() {
        return benchEngine.read(arguments.get(next()));
    }

    /** Creates the next page with handwritten code, from the same items. */
    public Slice copyByHand() {
        return HandwrittenAnswer.page(pages.get(next()), false);
    }

    private int next() {
        nextIndex = nextIndex + 1 == arguments.size() ? 0 : nextIndex + 1;
        return nextIndex;
    }

    private static JsonNode readHeader(Slice result) {
        return JsonMapper.shared()
                .readTree(result.bytes(), result.from(), result.length())
                .at("/_meta/dev.plimsoll~1page");
    }

    private static JsonWriter readArguments(JsonNode header) {
        return new JsonWriter()
                .beginObject()
                .string("cursor", header.get("nextCursor").asString());
    }
}
