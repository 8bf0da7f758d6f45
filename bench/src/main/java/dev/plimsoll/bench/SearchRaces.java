package dev.plimsoll.bench;

import dev.plimsoll.bench.RunnerRace.Builder;
import dev.plimsoll.bench.load.Outlines;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.Work;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.DocumentFacts;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Searches and the outline of a stored document, compared with one pass over its bytes. */
final class SearchRaces {

    private static final Map<String, String> FINDS = new LinkedHashMap<>();

    static {
        FINDS.put("a word", "user777@");
        FINDS.put("a word beyond ASCII", "Göteborg");
        FINDS.put("an expression with a word in it", "/ticket 7[0-9]+77 /");
        FINDS.put("an expression without", "/[0-9]{9}/");
    }

    private SearchRaces() {}

    static List<RunnerRace> of(int size) {
        List<RunnerRace> races = new ArrayList<>();
        String suffix = " in " + NumberFormatter.size(size);
        FINDS.forEach((name, find) -> races.add(new RunnerRace("search", name + suffix, size, SpeedGoal.NONE, () -> {
            Slice document = SampleRecords.array(size);
            return Builder.engine(search(find, document))
                    .against("one pass", () -> onePass(document))
                    .runners();
        })));
        races.add(new RunnerRace("outline", "of " + NumberFormatter.size(size), size, SpeedGoal.NONE, () -> {
            Slice document = SampleRecords.array(size);
            Outlines outlines = Outlines.of(document);
            return Builder.engine(() -> outlines.read().length())
                    .against("one pass", () -> onePass(document))
                    .runners();
        }));
        return races;
    }

    private static Work search(String find, Slice document) {
        DocumentFacts noKnowledge = new DocumentFacts() {};
        List<Slice> values = List.of(document);
        return () -> {
            SearchPattern searchPattern = SearchPattern.of(find, SearchDeadline.of(60_000, System::nanoTime));
            return Search.inJson(values, searchPattern, noKnowledge).count();
        };
    }

    private static int onePass(Slice document) {
        return Json.skipValue(document.bytes(), document.from(), document.to());
    }
}
