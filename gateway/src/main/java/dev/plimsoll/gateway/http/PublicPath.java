package dev.plimsoll.gateway.http;

import java.io.IOException;

/** What everyone may read with a {@code GET}, whoever they are and whatever page they come from. */
interface PublicPath {

    boolean leadsTo(String path);

    void answer(HttpCall call) throws IOException, HttpErrorException;
}
