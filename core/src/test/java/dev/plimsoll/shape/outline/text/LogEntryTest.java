package dev.plimsoll.shape.outline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogEntryTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "2026-03-01T10:00:00.123Z INFO db: ready ~ 2026-03-01T10:00:00.123Z ~ INFO ~ db",
                "2026-03-01 10:00:00,123 - auth - WARNING - late ~ 2026-03-01 10:00:00,123 ~ WARN ~ auth",
                "2026-03-01 10:00:00,123 [main] ERROR com.example.Db - lost ~ 2026-03-01 10:00:00,123 ~ ERROR ~ com.example.Db",
                "2026-03-01T10:00:00.1+01:00  INFO 12 --- [  main] c.e.App  : up ~ 2026-03-01T10:00:00.1+01:00 ~ INFO ~ c.e.App",
                "[2026-03-01 10:00:00] [error] [http] no ~ 2026-03-01 10:00:00 ~ ERROR ~ http",
                "2026/03/01 10:00:00 [warn] 31#31: *1 slow ~ 2026/03/01 10:00:00 ~ WARN ~ -",
                "time=2026-03-01T10:00:00Z level=debug msg=\"a b\" component=mail ~ 2026-03-01T10:00:00Z ~ DEBUG ~ mail",
                "msg=\"level=info\" level=error ~ - ~ ERROR ~ -",
                "E0301 10:00:00.000123   77 queue.go:12] full ~ 0301 10:00:00.000123 ~ ERROR ~ queue.go",
                "Mar  1 10:00:00 web1 sshd[812]: closed ~ Mar  1 10:00:00 ~ - ~ sshd",
                "<34>Mar  1 10:00:00 web1 su: failed ~ Mar  1 10:00:00 ~ - ~ su",
                "WARNING:django.request:Not Found ~ - ~ WARN ~ django.request",
                "[INFO] building ~ - ~ INFO ~ -",
                "[LOG] Step 7 took 40 ms @ http://127.0.0.1/busy:1 ~ - ~ INFO ~ -",
                "msgid=7 [error] Step 7 took 40 ms (1 args) ~ - ~ ERROR ~ -",
                "2026-03-01T10:00:00Z the word ERRORS is no level ~ 2026-03-01T10:00:00Z ~ - ~ -"
            })
    void readsTimeLevelAndSource(String line, String time, String level, String source) {
        LogEntry entry = LogEntry.of(Slice.of(line));
        assertThat(text(entry.time())).isEqualTo(time);
        assertThat(entry.level() < 0 ? "-" : LogEntry.LEVELS.get(entry.level())).isEqualTo(level);
        assertThat(text(entry.source())).isEqualTo(source);
    }

    @Test
    void readsTheStatusOfAnAccessLog() {
        LogEntry entry =
                LogEntry.of(Slice.of("10.0.0.7 - ann [01/Mar/2026:10:00:00 +0000] \"GET /a HTTP/1.1\" 404 12 \"-\""));
        assertThat(entry.status()).isEqualTo(404);
        assertThat(text(entry.time())).isEqualTo("01/Mar/2026:10:00:00 +0000");
        assertThat(text(entry.source())).isEqualTo("10.0.0.7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "reqid=7 GET https://a.example/x [success - 200] ~ 200",
                "reqid=7 POST https://a.example/x [failed - 500] [selected in the panel] ~ 500",
                "reqid=7 GET https://a.example/x [pending] ~ 0",
                "[GET] https://a.example/x => [404] Not Found ~ 404",
                "12. [POST] https://a.example/x => [200] OK ~ 200",
                "[GET] https://a.example/x => [FAILED] net::ERR_ABORTED ~ 0",
                "[INFO] step => done, all is well ~ 0",
                "2026-03-05 08:00:00 INFO x => [200] ~ 0",
                "request 7 GET https://a.example/x [success - 200] ~ 0"
            })
    void readsTheStatusOfARequestOfABrowser(String line, int status) {
        assertThat(LogEntry.of(Slice.of(line)).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[",
                "]",
                "[]",
                "<",
                "I0",
                "=",
                "a=",
                "level=",
                "time=\"",
                "2026-03-01T10:00:00",
                "- - [",
                "<34>",
                "[01/Mar/2026:10:00:00 +0000] \"",
                "    at com.example.Main.run(Main.java:12)",
                "INFO",
                "INFO:",
                "::",
                "É"
            })
    void parsesAnyLineWithoutFailing(String line) {
        assertThat(LogEntry.of(Slice.of(line))).isNotNull();
        assertThat(LogEntry.of(Slice.of(line + "\n"))).isNotNull();
    }

    private static String text(@Nullable Slice found) {
        return found == null ? "-" : found.utf8();
    }
}
