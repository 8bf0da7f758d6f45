package dev.plimsoll.bench;

import dev.plimsoll.bench.BenchmarkRow.RunnerListBuilder;
import dev.plimsoll.bench.load.OutlineReads;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.Work;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows about searches in a stored document and about its outline, compared with one pass over the bytes of the document.
 */
final class SearchRows {

    private static final Map<String, String> SEARCHES = new LinkedHashMap<>();

    static {
        SEARCHES.put("a word", "user777@");
        SEARCHES.put("a word beyond ASCII", "Göteborg");
        SEARCHES.put("an expression with a word in it", "/ticket 7[0-9]+77 /");
        SEARCHES.put("an expression without a word", "/[0-9]{9}/");
    }

    private static final double OUTLINE_NANOS_PER_BYTE = 3;

    private SearchRows() {}

    static List<BenchmarkRow> create(int size) {
        List<BenchmarkRow> rows = new ArrayList<>();
        String suffix = " in " + NumberFormatter.formatBytes(size);
        SEARCHES.forEach((name, find) ->
                rows.add(new BenchmarkRow("search", name + suffix, size, SpeedGoal.NONE, () -> {
                    Slice document = SampleRecords.generateArray(size);
                    return RunnerListBuilder.ofEngine(search(find, document))
                            .withRunner("one pass", () -> onePass(document))
                            .runners();
                })));
        SpeedGoal outlineGoal = SpeedGoal.ofMaxMillis(OUTLINE_NANOS_PER_BYTE * size / 1e6);
        rows.add(new BenchmarkRow("outline", "of " + NumberFormatter.formatBytes(size), size, outlineGoal, () -> {
            Slice document = SampleRecords.generateArray(size);
            OutlineReads outlineReads = OutlineReads.create(document);
            return RunnerListBuilder.ofEngine(() -> outlineReads.read().length())
                    .withRunner("one pass", () -> onePass(document))
                    .runners();
        }));
        return rows;
    }

    private static Work search(String find, Slice document) {
        DocumentIndexes uncached = new DocumentIndexes() {};
        List<Slice> values = List.of(document);
        return () -> {
            SearchPattern searchPattern = SearchPattern.parse(find, SearchDeadline.of(60_000, System::nanoTime));
            return Search.findInJson(values, searchPattern, uncached).count();
        };
    }

    private static int onePass(Slice document) {
        return Json.skipValue(document.bytes(), document.from(), document.to());
    }
}
