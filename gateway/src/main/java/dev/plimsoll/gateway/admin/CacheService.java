package dev.plimsoll.gateway.admin;

import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.JsonWriter;
import java.util.Set;

/** {@code DELETE /api/v1/cache}: removes all cached results, or only the results of a server, tool, or caller. */
final class CacheService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.orderedSet("server", "tool", "caller");

    private final ResponseCache cache;

    CacheService(ResponseCache cache) {
        this.cache = cache;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/cache");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public boolean isDelete() {
        return true;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Parameters parameters = new Parameters(serviceRequest.query(), PARAMETERS);
        int dropped = cache.drop(
                new DropPattern(parameters.find("server"), parameters.find("tool"), parameters.find("caller")));
        JsonWriter json =
                new JsonWriter(32).beginObject().number("dropped", dropped).endObject();
        return new ServiceResponse(200, json.slice());
    }
}
