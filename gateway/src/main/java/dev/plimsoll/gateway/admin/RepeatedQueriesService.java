package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.statistics.RepeatedQueries;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.stored.StoredQueries;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * {@code GET /api/v1/queries}: the queries that callers repeat, without their literals, and whether each of these
 * queries is stored.
 */
final class RepeatedQueriesService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.orderedSet("server", "tool", "limit");
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1_000;

    private final RepeatedQueries queries;
    private final BiFunction<String, String, StoredQueries> stored;

    /** @param stored returns the stored queries of a server's tool */
    RepeatedQueriesService(RepeatedQueries queries, BiFunction<String, String, StoredQueries> stored) {
        this.queries = queries;
        this.stored = stored;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/queries");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Parameters parameters = new Parameters(serviceRequest.query(), PARAMETERS);
        String server = parameters.find("server");
        String tool = parameters.find("tool");
        int limit = parameters.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        JsonWriter json = new JsonWriter(4096).beginObject().beginArray("queries");
        queries.repeated().stream()
                .filter(entry -> server == null || server.equals(entry.server()))
                .filter(entry -> tool == null || tool.equals(entry.tool()))
                .limit(limit)
                .forEach(entry -> write(entry, json));
        return new ServiceResponse(200, json.endArray().endObject().slice());
    }

    private void write(RepeatedQueries.Entry entry, JsonWriter json) {
        String text = entry.pattern().text();
        json.beginObject().string("server", entry.server()).string("tool", entry.tool());
        json.string("query", text).beginObject("parameters");
        entry.pattern().parameters().forEach(json::string);
        json.endObject()
                .number("count", entry.count())
                .string("last", entry.last().toString());
        boolean isStored = stored.apply(entry.server(), entry.tool()).all().stream()
                .anyMatch(query -> query.text().equals(text));
        json.bool("stored", isStored).endObject();
    }
}
