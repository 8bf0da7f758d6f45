package dev.plimsoll.servlet.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.testkit.PropertyCases;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks with random event streams that the result is shaped and that all other events pass unchanged, with any line
 * ends, and with writes of any size.
 */
class EventStreamSinkTest {

    private static final List<String> LINE_ENDS = List.of("\n", "\r\n", "\r");
    private static final String LARGE_TEXT = "a long line of the log\\n".repeat(2_000);
    private static final String RESULT =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + LARGE_TEXT
                    + "\"}]}}";

    private final MessageGuard guard =
            new MessageGuard(new GuardedServer(Plimsoll.builder().build(), "main"), true);

    private static final class CollectedOutput extends ServletOutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {}
    }

    private PostedMessages messages() {
        PostedMessages decided = guard.decide(
                Slice.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"log\"}}"),
                new MessageSender("", Tier.ADMIN, "", "2025-06-18"));
        assertThat(decided).isNotNull();
        return decided;
    }

    private String write(String stream, Random random) {
        try {
            CollectedOutput out = new CollectedOutput();
            EventStreamSink sink = new EventStreamSink(out, messages(), new BufferQuota(1 << 20, 1 << 20));
            byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
            int position = 0;
            while (position < bytes.length) {
                int count = Math.min(bytes.length - position, 1 + random.nextInt(random.nextBoolean() ? 3 : 5_000));
                sink.write(bytes, position, count);
                position += count;
            }
            sink.finish();
            return out.bytes.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String otherEvent(Random random, String lineEnd) {
        return switch (random.nextInt(6)) {
            case 0 -> ": a comment" + lineEnd + lineEnd;
            case 1 -> "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}" + lineEnd + lineEnd;
            case 2 -> "id: 7" + lineEnd + "retry: 100" + lineEnd + "data:" + lineEnd + lineEnd;
            case 3 -> "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}" + lineEnd + lineEnd;
            case 4 -> lineEnd;
            default ->
                "event: message" + lineEnd + "data: {\"jsonrpc\":" + lineEnd + "data: \"2.0\"}" + lineEnd + lineEnd;
        };
    }

    @Test
    void passesOtherEventsByteForByte() {
        PropertyCases.check((random, size) -> random.nextLong(), seed -> {
            Random random = new Random(seed);
            String lineEnd = LINE_ENDS.get(random.nextInt(3));
            StringBuilder stream = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                stream.append(otherEvent(random, lineEnd));
            }
            assertThat(write(stream.toString(), random)).isEqualTo(stream.toString());
        });
    }

    @Test
    void shapesTheResultBetweenOtherEvents() {
        PropertyCases.check((random, size) -> random.nextLong(), seed -> {
            Random random = new Random(seed);
            String lineEnd = LINE_ENDS.get(random.nextInt(3));
            String before = otherEvent(random, lineEnd) + otherEvent(random, lineEnd);
            String after = otherEvent(random, lineEnd) + otherEvent(random, lineEnd);
            String data = random.nextBoolean() ? RESULT : RESULT.replace("\"result\"", lineEnd + "data:\"result\"");
            String stream = before + "id: 3" + lineEnd + "data: " + data + lineEnd + lineEnd + after;
            String received = write(stream, random);
            assertThat(received).startsWith(before + "id: 3" + lineEnd).endsWith(after);
            assertThat(received).contains("plimsoll_read").hasSizeLessThan(before.length() + after.length() + 20_000);
        });
    }

    @Test
    void shapesAResultWithoutAFinalLineEnd() {
        assertThat(write("data: " + RESULT, new Random(1)))
                .contains("plimsoll_read")
                .hasSizeLessThan(20_000);
    }
}
