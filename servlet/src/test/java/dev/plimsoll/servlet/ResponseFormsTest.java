package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests all forms of a response: one JSON message or events, which blocking, asynchronous, or non-blocking code
 * writes.
 */
class ResponseFormsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Forms in which a servlet writes a response. */
    enum Form {
        STREAM,
        WRITER,
        ASYNC,
        ASYNC_LISTENER,
        ASYNC_DISPATCH,
        EVENTS,
        ASYNC_EVENTS
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Answers each call with as many books as its argument {@code count} says. */
    private final class Server extends HttpServlet {

        private static final long serialVersionUID = 1;

        private final Form form;

        Server(Form form) {
            this.form = form;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getAttribute("body") instanceof byte[] saved
                    ? saved
                    : responseTo(request.getInputStream().readAllBytes());
            response.setHeader("X-Custom", "yes");
            switch (form) {
                case STREAM -> {
                    response.setContentType("application/json");
                    response.setContentLength(body.length);
                    response.getOutputStream().write(body);
                }
                case WRITER -> {
                    response.setContentType("application/json");
                    response.getWriter().write(new String(body, StandardCharsets.UTF_8));
                    response.getWriter().flush();
                }
                case ASYNC ->
                    async(request, context -> {
                        HttpServletResponse asyncResponse = (HttpServletResponse) context.getResponse();
                        asyncResponse.setContentType("application/json;charset=UTF-8");
                        asyncResponse.getWriter().write(new String(body, StandardCharsets.UTF_8));
                        context.complete();
                    });
                case ASYNC_LISTENER -> {
                    AsyncContext context = request.startAsync();
                    response.setContentType("application/json");
                    ServletOutputStream out = response.getOutputStream();
                    out.setWriteListener(new BodyWriter(body, out, context));
                }
                case ASYNC_DISPATCH -> {
                    if (request.getAttribute("body") == null) {
                        request.setAttribute("body", body);
                        AsyncContext context = request.startAsync();
                        threads.execute(context::dispatch);
                    } else {
                        response.setContentType("application/json");
                        response.getOutputStream().write(body);
                    }
                }
                case EVENTS -> writeEvents(response, body);
                case ASYNC_EVENTS ->
                    async(request, context -> {
                        writeEvents((HttpServletResponse) context.getResponse(), body);
                        context.complete();
                    });
            }
        }

        private void writeEvents(HttpServletResponse response, byte[] body) throws IOException {
            response.setContentType("text/event-stream");
            response.getOutputStream()
                    .write(": hello\n\nevent: message\nid: 4\ndata: ".getBytes(StandardCharsets.UTF_8));
            response.getOutputStream().write(body);
            response.getOutputStream().write("\n\n: bye\n\n".getBytes(StandardCharsets.UTF_8));
            response.flushBuffer();
        }

        private void async(HttpServletRequest request, AsyncBody asyncBody) {
            AsyncContext context = request.startAsync();
            threads.execute(() -> {
                try {
                    asyncBody.run(context);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @FunctionalInterface
    private interface AsyncBody {
        void run(AsyncContext context) throws IOException;
    }

    /** Writes a body in small parts without blocking. */
    private record BodyWriter(byte[] body, ServletOutputStream out, AsyncContext context) implements WriteListener {

        @Override
        public void onWritePossible() throws IOException {
            int position = 0;
            while (position < body.length && out.isReady()) {
                int count = Math.min(1_000, body.length - position);
                out.write(body, position, count);
                position += count;
            }
            context.complete();
        }

        @Override
        public void onError(Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    static byte[] responseTo(byte[] request) {
        Map<?, ?> message = BookServer.JSON.readValue(request, Map.class);
        int count = BookServer.JSON
                .readTree(request)
                .path("params")
                .path("arguments")
                .path("count")
                .asInt();
        String text = BookServer.JSON.writeValueAsString(BookServer.books(count));
        return BookServer.JSON.writeValueAsBytes(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                message.get("id"),
                "result",
                Map.of("content", List.of(Map.of("type", "text", "text", text)))));
    }

    static Stream<Arguments> forms() {
        return Stream.of(Container.values())
                .flatMap(container -> Stream.of(Form.values()).map(form -> Arguments.of(container, form)));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void shapesLargeResultsAndPassesSmallOnesByteForByte(Container container, Form form) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), new Server(form))) {
            RawHttpClient client = RawHttpClient.of(server.address()).with("MCP-Protocol-Version", "2025-06-18");
            HttpResponse<String> large = client.post(RawHttpClient.call(5, "list", Map.of("count", 500)));
            assertThat(large.statusCode()).isEqualTo(200);
            assertThat(large.headers().firstValue("X-Custom")).contains("yes");
            assertThat(large.body()).contains("\"id\":5").contains("totalCount").hasSizeLessThan(20_000);

            String smallCall = RawHttpClient.call(6, "list", Map.of("count", 2));
            String sent = new String(responseTo(smallCall.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
            String content = sent.substring(sent.indexOf("\"content\""), sent.indexOf("}]") + 2);
            String received = client.post(smallCall).body();
            assertThat(received).contains(content);
            if (form == Form.EVENTS || form == Form.ASYNC_EVENTS) {
                assertThat(received)
                        .startsWith(": hello\n\nevent: message\nid: 4\ndata: ")
                        .endsWith("\n\n: bye\n\n");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eventsBeforeTheResultDoNotWaitForIt(Container container) throws Exception {
        CountDownLatch resultLatch = new CountDownLatch(1);
        HttpServlet servlet = new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                byte[] result = responseTo(request.getInputStream().readAllBytes());
                response.setContentType("text/event-stream");
                response.getWriter().write("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n");
                response.flushBuffer();
                try {
                    if (!resultLatch.await(20, TimeUnit.SECONDS)) {
                        throw new IOException("the test did not release the result");
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                response.getWriter().write("data: " + new String(result, StandardCharsets.UTF_8) + "\n\n");
            }
        };
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), servlet)) {
            Iterator<String> lines =
                    RawHttpClient.of(server.address()).lines(RawHttpClient.call(1, "list", Map.of("count", 500)));
            assertThat(lines.next()).contains("notifications/message");
            resultLatch.countDown();
            lines.next();
            assertThat(lines.next()).contains("totalCount");
        }
    }
}
