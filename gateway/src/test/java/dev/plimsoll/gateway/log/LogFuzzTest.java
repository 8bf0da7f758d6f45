package dev.plimsoll.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Fuzzes the values in log lines. Each must stay on its line, without characters that a terminal would interpret. */
class LogFuzzTest {

    @FuzzTest
    void anyValueStaysInsideItsLine(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Log(new PrintStream(out, true, StandardCharsets.UTF_8), LogSeverity.INFO)
                .log(LogSeverity.INFO, "x", "tool", new String(data, StandardCharsets.UTF_8), "end", 1);
        String line = out.toString(StandardCharsets.UTF_8);
        assertThat(line).endsWith(" end=1\n").contains(" tool=");
        assertThat(line.substring(0, line.length() - 1).codePoints())
                .noneMatch(c -> Character.isISOControl(c)
                        || Character.getType(c) == Character.FORMAT
                        || Character.getType(c) == Character.LINE_SEPARATOR);
    }
}
