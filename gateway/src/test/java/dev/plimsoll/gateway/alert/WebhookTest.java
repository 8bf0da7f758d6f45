package dev.plimsoll.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.testkit.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WebhookTest {

    private static final byte[] SECRET = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    private static final Episode EPISODE =
            new Episode("e1", AlertRule.OVERSIZED_SHARE, Instant.parse("2026-01-01T00:00:00Z"), null, .5, .625, .05);

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO);
    private final FakeClock clock = new FakeClock();
    private final List<Duration> pauses = new ArrayList<>();

    private Webhook webhook(AlertSender alertSender) {
        return new Webhook(alertSender, new WebhookSignature(SECRET), pauses::add, clock, log);
    }

    /**
     * Creates a sender whose attempts return these statuses one after the other. The status 0 simulates a failed
     * connection.
     */
    private static AlertSender senderWithStatuses(List<AlertSender.Notification> sentNotifications, int... statuses) {
        return notification -> {
            int status = statuses[sentNotifications.size()];
            sentNotifications.add(notification);
            if (status == 0) {
                throw new IOException("http://secret.example/token refused");
            }
            return status;
        };
    }

    @Test
    void retriesWithGrowingPauses() throws Exception {
        List<AlertSender.Notification> sentNotifications = new ArrayList<>();
        Webhook webhook = webhook(senderWithStatuses(sentNotifications, 0, 503, 429, 204));
        webhook.deliver(EPISODE);
        assertThat(sentNotifications)
                .extracting(AlertSender.Notification::attempt)
                .containsExactly(1, 2, 3, 4);
        assertThat(sentNotifications).extracting(AlertSender.Notification::id).containsOnly("e1");
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(16));
        assertThat(webhook.delivered()).isEqualTo(1);
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void givesUpAfterSixAttempts() throws Exception {
        List<AlertSender.Notification> sentNotifications = new ArrayList<>();
        Webhook webhook = webhook(senderWithStatuses(sentNotifications, 0, 0, 0, 0, 0, 0));
        webhook.deliver(EPISODE);
        assertThat(sentNotifications).hasSize(6);
        assertThat(webhook.failed()).isEqualTo(1);
        assertThat(pauses).last().isEqualTo(Duration.ofMinutes(1));
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("IOException")
                .doesNotContain("secret.example");
    }

    @Test
    void doesNotRetryRejectedNotifications() throws Exception {
        List<AlertSender.Notification> sentNotifications = new ArrayList<>();
        webhook(senderWithStatuses(sentNotifications, 404)).deliver(EPISODE);
        assertThat(sentNotifications).hasSize(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void dropsNotificationsWhenQueueIsFull() throws Exception {
        CountDownLatch neverReleased = new CountDownLatch(1);
        CountDownLatch sending = new CountDownLatch(1);
        try (Webhook webhook = webhook(notification -> {
            sending.countDown();
            neverReleased.await();
            return 200;
        })) {
            webhook.accept(EPISODE);
            assertThat(sending.await(20, TimeUnit.SECONDS)).isTrue();
            // the queue has space for 100 notifications
            for (int i = 0; i < 103; i++) {
                webhook.accept(EPISODE);
            }
            assertThat(webhook.dropped()).isEqualTo(3);
        }
    }

    @Test
    void signsNotificationsAndIgnoresRedirects() throws Exception {
        BlockingQueue<String> signatures = new ArrayBlockingQueue<>(10);
        List<String> paths = new CopyOnWriteArrayList<>();
        BlockingQueue<byte[]> bodies = new ArrayBlockingQueue<>(10);
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            paths.add(exchange.getRequestURI().getPath());
            signatures.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Plimsoll-Signature")));
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/moved") ? 307 : 200, -1);
            exchange.close();
        });
        http.start();
        String base = "http://127.0.0.1:" + http.getAddress().getPort();
        try (Webhook webhook = Webhook.create(base + "/hook", SECRET, clock, log);
                Webhook redirectedWebhook = Webhook.create(base + "/moved", null, clock, log)) {
            webhook.deliver(EPISODE);
            redirectedWebhook.deliver(EPISODE.withEnd(Instant.parse("2026-01-01T00:10:00Z"), 0));
            assertThat(webhook.delivered()).isEqualTo(1);
            assertThat(redirectedWebhook.failed()).isEqualTo(1);
            assertThat(paths).containsExactly("/hook", "/moved");
        } finally {
            http.stop(0);
        }
        byte[] body = bodies.remove();
        long seconds = clock.instant().getEpochSecond();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
        assertThat(signatures.remove())
                .isEqualTo("t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body)));
        JsonNode notification = JsonMapper.shared().readTree(body);
        assertThat(notification.get("alert").asString()).isEqualTo("oversized_share");
        assertThat(notification.get("status").asString()).isEqualTo("firing");
        assertThat(notification.get("value").asDouble()).isEqualTo(.5);
        assertThat(notification.get("until").isNull()).isTrue();
        assertThat(JsonMapper.shared().readTree(bodies.remove()).get("status").asString())
                .isEqualTo("resolved");
    }
}
