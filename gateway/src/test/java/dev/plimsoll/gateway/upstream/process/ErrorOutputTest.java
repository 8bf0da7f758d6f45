package dev.plimsoll.gateway.upstream.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorOutputTest {

    private final ByteArrayOutputStream target = new ByteArrayOutputStream();

    private String lastLines(String output) {
        ByteArrayInputStream source = new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
        return ErrorOutput.copy(source, target, List.of("hunter22", "on")).lastLines(10_000);
    }

    @Test
    void lastLinesAreJoinedAndAllIsCopied() {
        String output = "line\r\n".repeat(5_000) + "\u001B[31mnpm ERR!\u001B[0m code E404\n\nnpm ERR! 404 Not Found\n";
        assertThat(lastLines(output)).isEqualTo("line | ".repeat(8) + "npm ERR! code E404 | npm ERR! 404 Not Found");
        assertThat(target.toString(StandardCharsets.UTF_8)).isEqualTo(output);
    }

    @Test
    void longLinesAreCutAtTheirBeginning() {
        assertThat(lastLines("a ".repeat(9_000) + "end"))
                .hasSize(801)
                .startsWith("…")
                .endsWith("a end");
        assertThat(lastLines("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cannot log in with hunter22|cannot log in with ***",
                "API_KEY=abc.def rejected|API_KEY=*** rejected",
                "\"password\": \"p w\" is wrong|\"password\": *** is wrong",
                "Authorization: Bearer abcdefgh|Authorization: ***",
                "sent Bearer eyJhbGciOi.abc|sent Bearer ***",
                "GET https://me:pw@host/x failed|GET https://***@host/x failed",
                "GET https://host/x?sig=1 failed|GET https://host/x?*** failed",
                "key ghp_abcdefghijklmnopqrst0123 is invalid|key *** is invalid",
                "Error: Cannot find module '/srv/server-filesystem/dist/index.js'|Error: Cannot find module "
                        + "'/srv/server-filesystem/dist/index.js'",
            })
    void secretsAreMasked(String output, String masked) {
        assertThat(lastLines(output)).isEqualTo(masked);
    }
}
