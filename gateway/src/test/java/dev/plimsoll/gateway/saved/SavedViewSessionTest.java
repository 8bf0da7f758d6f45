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
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions that use saved views. */
class SavedViewSessionTest {

    private static final String CANCEL_7 =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}";

    @TempDir
    Path data;

    private final Log log =
            new Log(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), LogSeverity.OFF);

    private final BlockingQueue<Message> sent = new LinkedBlockingQueue<>();

    /** Session that records the messages that reach it. */
    private static final class IdleSession implements EndpointSession {

        private final Queue<Message> received = new ConcurrentLinkedQueue<>();

        @Override
        public void handle(ReceivedMessages messages, Peer requester) {
            received.addAll(messages.messages());
        }

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

    /** Servers that cannot be listed before the test releases the thread that asks for them. */
    private static final class BlockedServers implements CallerServers {

        private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        private final Map<Thread, CountDownLatch> latches = new ConcurrentHashMap<>();

        @Override
        public List<CallerServer> get() {
            CountDownLatch latch = new CountDownLatch(1);
            if (latches.putIfAbsent(Thread.currentThread(), latch) != null) {
                return List.of();
            }
            threads.add(Thread.currentThread());
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return List.of();
        }

        Thread nextThread() throws InterruptedException {
            return Objects.requireNonNull(threads.poll(10, TimeUnit.SECONDS));
        }

        void release(Thread thread) throws InterruptedException {
            Objects.requireNonNull(latches.get(thread)).countDown();
            thread.join();
        }
    }

    /** Requester that records what it gets. */
    private static final class RecordingRequester implements Peer {

        private final Queue<Message> responses = new ConcurrentLinkedQueue<>();
        private final AtomicInteger cancelledCount = new AtomicInteger();

        @Override
        public void send(Message message) {
            responses.add(message);
        }

        @Override
        public void onCancelled() {
            cancelledCount.incrementAndGet();
        }
    }

    private SavedViewSession session(IdleSession endpoint, CallerServers servers) {
        SavedViewHost host = new SavedViewHost(new SavedViews(new ViewFiles(data), log), name -> null, log);
        return new SavedViewSession(endpoint, host, servers, new SavedViewClient(sent::add));
    }

    private static ReceivedMessages messages(String json) {
        return ReceivedMessages.parse(Slice.of(json));
    }

    @Test
    void cancelsAListenRequestWhoseViewsAreNotFoundYet() throws InterruptedException {
        BlockedServers servers = new BlockedServers();
        IdleSession endpoint = new IdleSession();
        RecordingRequester requester = new RecordingRequester();
        try (SavedViewSession session = session(endpoint, servers)) {
            session.handle(messages("""
                    {"jsonrpc":"2.0","id":7,"method":"subscriptions/listen",
                     "params":{"notifications":{"resourceSubscriptions":["plimsoll://saved/open_orders"]}}}"""), requester);
            Thread thread = servers.nextThread();
            assertThat(session.isIdle()).isFalse();

            session.handle(messages(CANCEL_7), requester);
            servers.release(thread);

            assertThat(requester.cancelledCount).hasValue(1);
            assertThat(requester.responses).isEmpty();
            assertThat(endpoint.received).isEmpty();
            assertThat(session.isIdle()).isTrue();
        }
    }

    @Test
    void cancelledRequestDoesNotEndALaterOneWithItsId() throws InterruptedException {
        String read = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"resources/read\","
                + "\"params\":{\"uri\":\"plimsoll://saved/open_orders\"}}";
        BlockedServers servers = new BlockedServers();
        RecordingRequester first = new RecordingRequester();
        RecordingRequester second = new RecordingRequester();
        try (SavedViewSession session = session(new IdleSession(), servers)) {
            session.handle(messages(read), first);
            Thread firstThread = servers.nextThread();
            session.handle(messages(CANCEL_7), first);
            session.handle(messages(read), second);
            Thread secondThread = servers.nextThread();

            servers.release(firstThread);
            servers.release(secondThread);

            assertThat(first.responses).isEmpty();
            assertThat(second.responses).hasSize(1);
            assertThat(session.isIdle()).isTrue();
        }
    }
}
