package dev.plimsoll.gateway.login;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.login.oauth.LoginException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listens on this machine for one redirect from the browser. */
final class RedirectListener implements AutoCloseable {

    static final String PATH = "/callback";

    // RFC 8252 recommends the address, and advises against the name localhost
    private static final String HOST = "127.0.0.1";

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String state;
    private final Consumer<String> progress;
    private final AtomicBoolean received = new AtomicBoolean();
    private final CompletableFuture<Map<String, String>> redirectParameters = new CompletableFuture<>();

    private RedirectListener(HttpServer http, String state, Consumer<String> progress) {
        this.http = http;
        this.state = state;
        this.progress = progress;
    }

    /**
     * Starts to listen.
     *
     * @param port the port; 0 for any free port
     * @param state the state of this login; redirects with another state are ignored
     * @param progress receives a sentence if a redirect is ignored
     */
    static RedirectListener open(int port, String state, Consumer<String> progress) throws LoginException {
        try {
            HttpServer http = HttpServer.create(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
            RedirectListener redirectListener = new RedirectListener(http, state, progress);
            http.setExecutor(redirectListener.threads);
            http.createContext("/", redirectListener::receive);
            http.start();
            return redirectListener;
        } catch (IOException e) {
            throw new LoginException("cannot listen on " + HOST + (port == 0 ? "" : ":" + port + ": is it in use?"));
        }
    }

    URI redirectUri() {
        return URI.create("http://" + HOST + ":" + http.getAddress().getPort() + PATH);
    }

    /** Waits for the redirect, and returns its parameters. */
    Map<String, String> await(Duration timeout) throws LoginException {
        try {
            return redirectParameters.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new LoginException("access was not granted within " + timeout.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoginException("the login was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI requestUri = exchange.getRequestURI();
            if (!PATH.equals(requestUri.getPath())
                    || !exchange.getRequestMethod().equals("GET")) {
                sendPage(exchange, 404, "Page not found.");
                return;
            }
            Map<String, String> parameters = RedirectParameters.parse(requestUri.getRawQuery());
            if (parameters == null || !isOwnState(parameters.get("state"))) {
                progress.accept("Ignored a redirect whose state does not belong to this login.");
                sendPage(exchange, 400, "This redirect does not belong to the login that Plimsoll started.");
                return;
            }
            if (!received.compareAndSet(false, true)) {
                sendPage(exchange, 410, "This login has already received its response.");
                return;
            }
            boolean hasCode = parameters.containsKey("code") && !parameters.containsKey("error");
            sendPage(
                    exchange,
                    200,
                    hasCode
                            ? "Plimsoll has received the response and shows the result where you started the login."
                                    + " You can close this page."
                            : "Access was not granted. You can close this page.");
            redirectParameters.complete(parameters);
        }
    }

    private boolean isOwnState(@Nullable String receivedState) {
        return receivedState != null
                && MessageDigest.isEqual(
                        receivedState.getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    }

    private static void sendPage(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = ("<!doctype html><meta charset=utf-8><title>Plimsoll</title><p>" + text + "</p>\n")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().add("Content-Security-Policy", "default-src 'none'");
        exchange.getResponseHeaders().add("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().add("Cache-Control", "no-store");
        exchange.getResponseHeaders().add("Connection", "close");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
