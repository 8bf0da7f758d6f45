package dev.plimsoll.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(out, true, StandardCharsets.UTF_8), LogSeverity.INFO);

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void writesNamesAndValues() {
        log.log(LogSeverity.INFO, "answered", "tool", "read_file", "tokens", 12, "why", "above the budget");
        assertThat(output())
                .matches("\\S+Z INFO plimsoll: answered tool=read_file tokens=12 why=\"above the budget\"\n");
    }

    @Test
    void replacesControlCharactersInValues() {
        log.log(LogSeverity.WARN, "x", "tool", "a\n2026 ERROR plimsoll: b=\"c\"\u2028\u001b[31m");
        assertThat(output()).hasLineCount(1).contains("tool=\"a?2026 ERROR plimsoll: b='c'??[31m\"");
    }

    @Test
    void replacesBidirectionalCharacters() {
        log.log(LogSeverity.WARN, "x", "tool", "a\u202eb\u2066c\u200bd\ufeffe\u00adf\u0085g");
        assertThat(output()).contains("tool=\"a?b?c?d?e?f?g\"");
    }

    @Test
    void truncatesLongValues() {
        log.log(LogSeverity.WARN, "x", "tool", "y".repeat(10_000));
        assertThat(output().length()).isLessThan(400);
    }

    @Test
    void ignoresLinesBelowThreshold() {
        log.log(LogSeverity.DEBUG, "x");
        new Log(new PrintStream(out, true, StandardCharsets.UTF_8), LogSeverity.OFF).log(LogSeverity.ERROR, "x");
        assertThat(output()).isEmpty();
    }
}
