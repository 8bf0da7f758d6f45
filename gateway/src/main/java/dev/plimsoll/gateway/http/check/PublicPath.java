package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import java.io.IOException;

/** A path that everyone may read with {@code GET}, without authentication and from any page. */
public interface PublicPath {

    boolean accepts(String path);

    void answer(HttpCall call) throws IOException, HttpErrorException;
}
