package dev.plimsoll.gateway.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.policy.Tier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenNewCommandTest {

    @TempDir
    private Path folder;

    private static FakeTerminal run(int status, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        assertThat(CommandLineProgram.run(
                        terminal.terminal(), List.of(TokenCommand.createCommandLine(terminal.terminal())), args))
                .as(terminal.err())
                .isEqualTo(status);
        return terminal;
    }

    /** Returns the token that {@code serve} reads if a user pastes the printed text into the configuration file. */
    private CallerToken readPrintedToken(FakeTerminal terminal) throws Exception {
        String yaml = terminal.err().lines().skip(1).collect(Collectors.joining("\n"));
        Path file = Files.writeString(folder.resolve("plimsoll.yaml"), yaml);
        return new ConfigurationReader(new HostEnvironment(Map.of(), folder, folder, "Linux"))
                .read(DefaultFile.WORKING_FOLDER, file.toString(), List.of())
                .configuration()
                .serving()
                .access()
                .tokens()
                .get(0);
    }

    @Test
    void printsTheTokenToOutAndItsConfigurationToErr() throws Exception {
        FakeTerminal terminal =
                run(ExitCode.SUCCESS, "token", "new", "--id", "ci", "--tier", "READ_WRITE", "--expires", "90d");
        String printedToken = terminal.out().strip();
        assertThat(printedToken).matches("plm_[A-Za-z0-9_-]{43}");
        assertThat(terminal.err()).doesNotContain(printedToken);
        CallerToken token = readPrintedToken(terminal);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(printedToken.getBytes(StandardCharsets.UTF_8));
        assertThat(token.id()).isEqualTo("ci");
        assertThat(token.tier()).isEqualTo(Tier.READ_WRITE);
        assertThat(token.hash()).isEqualTo(HexFormat.of().formatHex(digest));
        assertThat(token.expires())
                .isBetween(
                        Instant.now().plus(Duration.ofDays(90)).minusSeconds(300),
                        Instant.now().plus(Duration.ofDays(90)));
    }

    @Test
    void defaultsToTierReadAndAUniqueId() throws Exception {
        CallerToken first = readPrintedToken(run(ExitCode.SUCCESS, "token", "new"));
        CallerToken second = readPrintedToken(run(ExitCode.SUCCESS, "token", "new"));
        assertThat(first.tier()).isEqualTo(Tier.READ);
        assertThat(first.expires()).isNull();
        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(readPrintedToken(run(ExitCode.SUCCESS, "token", "new", "--expires", "2999-01-31"))
                        .expires())
                .isEqualTo("2999-01-31T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--expires=2001-01-01", "--expires=soon", "--expires=-1d", "--tier=root", "--id=a b", "--id=-"})
    void rejectsInvalidOptions(String option) {
        FakeTerminal terminal = run(ExitCode.USAGE, "token", "new", option);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains(option.substring(0, option.indexOf('=')));
    }

    @Test
    void requiresASubcommand() {
        assertThat(run(ExitCode.USAGE, "token").err()).contains("token new");
        assertThat(run(ExitCode.SUCCESS, "token", "new", "--help").out()).contains("--expires");
    }
}
