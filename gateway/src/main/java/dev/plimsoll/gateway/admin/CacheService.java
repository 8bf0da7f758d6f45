package dev.plimsoll.gateway.admin;

import dev.plimsoll.cache.Drop;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
import java.util.Set;

/** {@code DELETE /api/v1/cache}: removes cached results: all, or those of a server, tool, or caller. */
public final class CacheService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.ordered("server", "tool", "caller");

    private final ResponseCache cache;

    public CacheService(ResponseCache cache) {
        this.cache = cache;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/cache");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public boolean deletes() {
        return true;
    }

    @Override
    public Reply answer(Asked asked) {
        Parameters parameters = new Parameters(asked.query(), PARAMETERS);
        int dropped =
                cache.drop(new Drop(parameters.find("server"), parameters.find("tool"), parameters.find("caller")));
        ByteSink out = new ByteSink(32);
        new JsonObjectWriter(out).number("dropped", dropped).end();
        return new Reply(200, out.slice());
    }
}
