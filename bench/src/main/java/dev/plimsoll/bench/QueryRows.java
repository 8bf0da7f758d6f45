package dev.plimsoll.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.bench.BenchmarkRow.RunnerListBuilder;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.Work;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;

/**
 * The rows about five typical queries on a stored document. They are compared with one pass over the bytes of the document, and
 * with jackson-jq, which has to parse the document first.
 */
final class QueryRows {

    private static final Map<String, String> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("find one record", ".[] | select(.number == 777) | .id");
        QUERIES.put("count", "length");
        QUERIES.put("sum up", "map(.score) | add");
        QUERIES.put("group and count", "group_by(.tags[0]) | map({tag: .[0].tags[0], n: length})");
        QUERIES.put(
                "ten best",
                "map(select(.active)) | sort_by(-.score) | .[:10] | map({number, name, city: .address.city})");
    }

    private QueryRows() {}

    static List<BenchmarkRow> create(int size) {
        List<BenchmarkRow> rows = new ArrayList<>();
        QUERIES.forEach((name, query) -> rows.add(new BenchmarkRow(
                "query", name + " in " + NumberFormatter.formatBytes(size), size, SpeedGoal.NONE, () -> {
                    Slice document = SampleRecords.generateArray(size);
                    return RunnerListBuilder.ofEngine(runEngine(query, document))
                            .withRunner(
                                    "one pass", () -> Json.skipValue(document.bytes(), document.from(), document.to()))
                            .withRunner("jackson-jq", runJacksonJq(query, document))
                            .runners();
                })));
        return rows;
    }

    private static Work runEngine(String query, Slice document) {
        Query parsed = Query.parse(query);
        QueryInput input = QueryInput.json(document, Instant.EPOCH);
        return () -> parsed.run(input, QueryLimits.DEFAULT).bytes();
    }

    private static Work runJacksonJq(String query, Slice document) {
        ObjectMapper mapper = new ObjectMapper();
        Scope scope = Scope.newEmptyScope();
        BuiltinFunctionLoader.getInstance().loadFunctions(Versions.JQ_1_6, scope);
        try {
            JsonQuery parsed = JsonQuery.compile(query, Versions.JQ_1_6);
            return () -> {
                try {
                    long[] bytes = new long[1];
                    JsonNode input = mapper.readTree(document.bytes(), document.from(), document.length());
                    parsed.apply(
                            Scope.newChildScope(scope),
                            input,
                            out -> bytes[0] += out.toString().length());
                    return bytes[0];
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
