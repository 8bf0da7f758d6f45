package dev.plimsoll.gateway.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.Slice;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions that use saved views. */
class SavedViewSessionTest {

    @TempDir
    Path data;

    private final Log log =
            new Log(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), LogSeverity.OFF);

    private final BlockingQueue<Message> sent = new LinkedBlockingQueue<>();

    /** Session that handles no message. */
    private static final class IdleSession implements EndpointSession {

        @Override
        public void handle(ReceivedMessages received, Peer requester) {}

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void runMaintenance() {}

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }

    @Test
    void answersAListenRequestIfTheServersCannotBeFound() throws InterruptedException {
        SavedViews views = new SavedViews(new ViewFiles(data), log);
        CallerServers failing = () -> {
            throw new IllegalStateException("no servers");
        };
        try (SavedViewSession session = new SavedViewSession(
                new IdleSession(),
                new SavedViewHost(views, name -> null, log),
                failing,
                new SavedViewClient(sent::add))) {
            Message listen = Objects.requireNonNull(Message.parse(Slice.of("""
                    {"jsonrpc":"2.0","id":7,"method":"subscriptions/listen",
                     "params":{"notifications":{"resourceSubscriptions":["plimsoll://saved/open_orders"]}}}""")));
            session.handle(ReceivedMessages.of(listen), sent::add);
            Message response = sent.poll(10, TimeUnit.SECONDS);
            assertThat(response).isNotNull();
            assertThat(response.id()).isEqualTo(Slice.of("7"));
            assertThat(response.errorCode()).isNotNull();
            assertThat(session.isIdle()).isTrue();
        }
    }

    @Test
    void refusesMoreThan16RequestsAtATime() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        CallerServers blocking = () -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return List.of();
        };
        try (SavedViewSession session = new SavedViewSession(
                new IdleSession(),
                new SavedViewHost(new SavedViews(new ViewFiles(data), log), name -> null, log),
                blocking,
                new SavedViewClient(sent::add))) {
            for (int id = 1; id <= 17; id++) {
                assertThat(sent).isEmpty();
                Message read = Objects.requireNonNull(Message.parse(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":" + id
                        + ",\"method\":\"resources/read\",\"params\":{\"uri\":\"plimsoll://saved/open_orders\"}}")));
                session.handle(ReceivedMessages.of(read), sent::add);
            }
            Message refusal = Objects.requireNonNull(sent.poll());
            assertThat(refusal.id()).isEqualTo(Slice.of("17"));
            assertThat(Objects.requireNonNull(refusal.error()).utf8())
                    .contains("too many requests for views are running");
            end.countDown();
            for (int i = 1; i <= 16; i++) {
                assertThat(sent.poll(10, TimeUnit.SECONDS)).isNotNull();
            }
        }
    }
}
