package dev.plimsoll.quarkus.app;

import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;

/** Lets Vert.x compress responses to clients that accept gzip, as Quarkus does for the media types of its own endpoints. */
public class GzipFilter {

    void register(@Observes Filters filters) {
        filters.register(
                request -> {
                    if ("gzip".equals(request.request().getHeader("Accept-Encoding"))) {
                        request.addHeadersEndHandler(
                                head -> request.response().headers().remove("Content-Encoding"));
                    }
                    request.next();
                },
                100);
    }
}
