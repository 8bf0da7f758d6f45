package dev.plimsoll.bench;

import dev.plimsoll.bench.Race.Field;
import dev.plimsoll.bench.load.Outlines;
import dev.plimsoll.bench.load.Records;
import dev.plimsoll.bench.load.Work;
import dev.plimsoll.find.Known;
import dev.plimsoll.find.Needle;
import dev.plimsoll.find.Patience;
import dev.plimsoll.find.Search;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Searches and the outline of a kept document, against one pass over its bytes. */
final class SearchRaces {

    private static final Map<String, String> FINDS = new LinkedHashMap<>();

    static {
        FINDS.put("a word", "user777@");
        FINDS.put("a word beyond ASCII", "Göteborg");
        FINDS.put("an expression with a word in it", "/ticket 7[0-9]+77 /");
        FINDS.put("an expression without", "/[0-9]{9}/");
    }

    private SearchRaces() {}

    static List<Race> of(int size) {
        List<Race> races = new ArrayList<>();
        String in = " in " + Words.size(size);
        FINDS.forEach((name, find) -> races.add(new Race("search", name + in, size, Goal.NONE, () -> {
            Slice document = Records.array(size);
            return Field.engine(search(find, document))
                    .against("one pass", () -> onePass(document))
                    .runners();
        })));
        races.add(new Race("outline", "of " + Words.size(size), size, Goal.NONE, () -> {
            Slice document = Records.array(size);
            Outlines outlines = Outlines.of(document);
            return Field.engine(() -> outlines.read().length())
                    .against("one pass", () -> onePass(document))
                    .runners();
        }));
        return races;
    }

    private static Work search(String find, Slice document) {
        Known nothing = new Known() {};
        List<Slice> values = List.of(document);
        return () -> {
            Needle needle = Needle.of(find, Patience.of(60_000, System::nanoTime));
            return Search.inJson(values, needle, nothing).count();
        };
    }

    private static int onePass(Slice document) {
        return Json.skipValue(document.bytes(), document.from(), document.to());
    }
}
