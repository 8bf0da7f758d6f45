package dev.plimsoll.gateway.login;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Simulated browser whose user grants every access. The browser follows all redirects. */
public final class AgreeingBrowser implements Browser {

    private final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    final List<String> pages = new CopyOnWriteArrayList<>();

    @Override
    public boolean open(URI url) {
        try {
            HttpResponse<String> page = http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
            pages.add(page.statusCode() + " " + page.body());
            return true;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
