package dev.plimsoll.gateway.alert;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Posts to one URL only. A redirect is not followed and counts as a failure. Not thread-safe. */
final class HttpSender implements AlertSender {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

    private final URI url;
    private @Nullable HttpClient client;

    HttpSender(String url) {
        this.url = URI.create(url);
    }

    @Override
    public int send(Notification notification) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(RESPONSE_TIMEOUT)
                .header("Content-Type", "application/json")
                .header("User-Agent", "plimsoll")
                .header("X-Plimsoll-Alert", notification.id())
                .header("X-Plimsoll-Try", Integer.toString(notification.attempt()));
        if (notification.signature() != null) {
            request.header("X-Plimsoll-Signature", notification.signature());
        }
        return client().send(
                        request.POST(BodyPublishers.ofByteArray(notification.body()))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    /** Creates the client on first use, because most gateways never send an alert. */
    private HttpClient client() {
        HttpClient currentClient = client;
        if (currentClient == null) {
            currentClient = HttpClient.newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .followRedirects(Redirect.NEVER)
                    .build();
            client = currentClient;
        }
        return currentClient;
    }
}
