package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a Vert.x server whose handlers write responses with each method of the API. */
class RewrittenResponseTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final String RESULT =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                    + "a line of the log\\n".repeat(3_000) + "\"}]}}";
    private static final String EVENT = "data: " + RESULT + "\n\n";

    @AfterAll
    static void closeVertx() {
        VERTX.close();
    }

    /** Methods that write the result as a JSON document. */
    @SuppressWarnings("ImmutableEnumChecker") // the handlers have no state
    enum WriteMethod {
        END_TEXT(request -> request.response().end(RESULT)),
        END_ENCODED_TEXT(request -> request.response().end(RESULT, "UTF-8")),
        END_BUFFER_AND_CALL(request -> request.response().end(Buffer.buffer(RESULT), ended -> {})),
        END_OF_CONTEXT(request -> request.end(RESULT)),
        END_OF_CONTEXT_AND_CALL(request -> request.end(Buffer.buffer(RESULT), ended -> {})),
        SEND_TEXT(request -> request.response().send(RESULT)),
        SEND_BUFFER(request -> request.response().send(Buffer.buffer(RESULT))),
        JSON(request -> request.json(new JsonObject(RESULT))),
        WRITE(request -> {
            request.response().setChunked(true).write(RESULT.substring(0, 9));
            request.response()
                    .write(RESULT.substring(9))
                    .onSuccess(written -> request.response().end());
        }),
        WRITE_WITH_LENGTH(request -> {
            request.response()
                    .putHeader("Content-Length", String.valueOf(RESULT.length()))
                    .write(RESULT);
            request.response().end();
        }),
        WRITE_WITH_LENGTH_IN_HEADERS(request -> {
            request.response().headers().set("content-length", String.valueOf(RESULT.length()));
            request.response().end(RESULT);
        });

        private final Consumer<RoutingContext> handler;

        WriteMethod(Consumer<RoutingContext> handler) {
            this.handler = handler;
        }
    }

    /** Starts a server with this handler, and sends a request, which the handler answers like a call of a tool. */
    private static HttpResponse<String> respond(Consumer<RoutingContext> handler)
            throws IOException, InterruptedException {
        Router router = Router.router(VERTX);
        MessageGuard guard =
                new MessageGuard(new GuardedServer(Plimsoll.builder().build(), "main"), true);
        PostedMessages messages = Objects.requireNonNull(guard.decide(
                Slice.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_log\",\"arguments\":{}}}"),
                new MessageSender("ada", Tier.ADMIN, "", "2025-06-18")));
        BufferQuota quota = new BufferQuota(1 << 20, 1 << 20);
        router.route()
                .handler(request ->
                        handler.accept(RewrittenContext.of((RoutingContextInternal) request, messages, quota)));
        HttpServer server = VERTX.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + "/mcp"))
                                    .build(),
                            BodyHandlers.ofString());
        } finally {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void guardsJsonThatAnyWriteMethodWrites(WriteMethod method) throws Exception {
        HttpResponse<String> response = respond(request -> {
            request.response().putHeader("Content-Type", "application/json");
            method.handler.accept(request);
        });
        assertThat(response.body())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,")
                .endsWith("}")
                .contains("nextCursor")
                .hasSizeLessThan(RESULT.length() / 2);
    }

    @Test
    void guardsEventsWithAContentLength() throws Exception {
        HttpResponse<String> response = respond(request -> {
            request.response()
                    .putHeader("Content-Type", "text/event-stream")
                    .putHeader("Content-Length", String.valueOf(EVENT.length()))
                    .write(EVENT)
                    .onSuccess(written -> request.response().end());
        });
        assertThat(response.body()).startsWith("data: {").contains("nextCursor").endsWith("}\n\n");
    }

    @Test
    void passesABodyOfAnotherTypeWithItsLength() throws Exception {
        HttpResponse<String> response = respond(request -> {
            request.response()
                    .putHeader("Content-Type", "text/plain")
                    .putHeader("Content-Length", "10")
                    .write("plain");
            request.response().end(" text");
        });
        assertThat(response.body()).isEqualTo("plain text");
        assertThat(response.headers().firstValue("Content-Length")).hasValue("10");
    }

    @Test
    void passesARedirect() throws Exception {
        HttpResponse<String> response = respond(request -> request.redirect("/other"));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).hasValue("/other");
    }

    @Test
    void rejectsSendFile() throws Exception {
        HttpResponse<String> response = respond(request -> {
            try {
                request.response().sendFile("pom.xml");
            } catch (UnsupportedOperationException e) {
                request.end(String.valueOf(e.getMessage()));
            }
        });
        assertThat(response.body())
                .isEqualTo("Plimsoll cannot guard a body that HttpServerResponse.sendFile writes."
                        + " Fix: use write or end, or set plimsoll.enabled=false");
    }
}
