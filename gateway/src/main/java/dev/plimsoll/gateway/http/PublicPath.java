package dev.plimsoll.gateway.http;

import java.io.IOException;

/** A path that everyone may read with {@code GET}, without authentication and from any page. */
interface PublicPath {

    boolean accepts(String path);

    void answer(HttpCall call) throws IOException, HttpErrorException;
}
