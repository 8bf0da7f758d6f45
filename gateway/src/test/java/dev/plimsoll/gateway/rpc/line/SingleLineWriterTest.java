package dev.plimsoll.gateway.rpc.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each message is written on one line, even if its JSON is indented. */
class SingleLineWriterTest {

    private static String write(String... pieces) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Slice[] slices = new Slice[pieces.length];
        for (int i = 0; i < slices.length; i++) {
            slices[i] = Slice.of(pieces[i]);
        }
        new LinePeer(out).send(Message.result(Slice.of("1"), List.of(slices)));
        String line = out.toString(StandardCharsets.UTF_8);
        String head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":";
        assertThat(line).startsWith(head).endsWith("}\n");
        return line.substring(head.length(), line.length() - 2) + "\n";
    }

    @Test
    void omitsLineBreaksAndIndentation() throws IOException {
        assertThat(write("{\r\n  \"id\": 1,\n\t\"result\": {\n    \"a b\": [\n      1,\n      2\n    ]\n  }\n}\n"))
                .isEqualTo("{\"id\": 1,\"result\": {\"a b\": [1,2]}}\n");
    }

    @Test
    void omitsABreakThatContinuesInTheNextSlice() throws IOException {
        assertThat(write("{\"a\":1,\n", "", "  \n ", "  \"b\":", "\"two  words\\n\"}"))
                .isEqualTo("{\"a\":1,\"b\":\"two  words\\n\"}\n");
    }

    @Test
    void writesTextWithoutLineBreaksUnchanged() throws IOException {
        String message = "{ \"text\" : \"" + "ä \\n ".repeat(40_000) + "\" , \"n\" : 1.10 }";
        assertThat(write(message.substring(0, 7), message.substring(7))).isEqualTo(message + "\n");
    }

    @Test
    void writesEachMessageSeparately() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LinePeer peer = new LinePeer(out);
        peer.send(TestMessages.message("{\"id\":1}\n"));
        peer.send(TestMessages.message("  {\"id\":2}"));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{\"id\":1}\n  {\"id\":2}\n");
    }
}
