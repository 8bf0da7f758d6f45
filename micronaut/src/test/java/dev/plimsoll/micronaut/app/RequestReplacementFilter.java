package dev.plimsoll.micronaut.app;

import io.micronaut.context.annotation.Requires;
import io.micronaut.core.annotation.Order;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.util.Map;

/** Filter that replaces each request with a call of a tool. */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@Order(1)
@Requires(property = "depot.replacement")
public class RequestReplacementFilter {

    @RequestFilter
    HttpRequest<?> replace(HttpRequest<?> request) {
        return request.mutate()
                .body(Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", Map.of("name", "get_log")));
    }
}
