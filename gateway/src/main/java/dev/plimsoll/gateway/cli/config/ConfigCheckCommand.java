package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.cli.TimeOption;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.TelemetryConfig;
import dev.plimsoll.gateway.report.PolicyReplay;
import dev.plimsoll.gateway.report.PrintedReplay;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll config check}: validates the configuration. */
@Command(name = "check", description = "Checks the configuration and prints all its errors.", sortOptions = false)
final class ConfigCheckCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private ConfigOptions options = new ConfigOptions();

    ConfigCheckCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Option(names = "--replay", description = "also show the effect of the configuration on the recorded results")
    private boolean isReplayRequested;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "with --replay: the start: an age (7d, 12h), a date, or a time (UTC); default 7d")
    private @Nullable String since;

    @Option(names = "--json", description = "with --replay: print one JSON object for programs")
    private boolean isJsonOutput;

    @Override
    public Integer call() {
        if (!isReplayRequested && (since != null || isJsonOutput)) {
            throw new UsageException((isJsonOutput ? "--json" : "--since") + ": valid only with --replay");
        }
        Instant to = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant from = TimeOption.parse("--since", since == null ? "7d" : since, to);
        AtomicInteger replayStatus = new AtomicInteger(ExitCode.SUCCESS);
        int readStatus = options.runWithConfiguration(hostEnvironment, terminal, loadedConfiguration -> {
            if (!isJsonOutput) {
                terminal.out().println(summary(loadedConfiguration));
            }
            if (isReplayRequested) {
                replayStatus.set(printReplay(loadedConfiguration.configuration(), from, to));
            }
        });
        return readStatus == ExitCode.SUCCESS ? replayStatus.get() : readStatus;
    }

    private int printReplay(Configuration configuration, Instant from, Instant to) {
        try {
            TelemetryConfig telemetryConfig = configuration.telemetry();
            PolicyReplay result = PolicyReplay.importAndReplay(
                    configuration.data(),
                    telemetryConfig.retention(),
                    telemetryConfig.maxBytes(),
                    configuration.policies(),
                    from,
                    to);
            terminal.out().print(isJsonOutput ? PrintedReplay.json(result) : "\n" + PrintedReplay.text(result));
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    private static String summary(LoadedConfiguration loadedConfiguration) {
        Configuration configuration = loadedConfiguration.configuration();
        int warnings = loadedConfiguration.warnings().size();
        String file = loadedConfiguration.file() == null
                ? "no file"
                : Objects.toString(loadedConfiguration.file().getFileName());
        return "valid: " + pluralize(configuration.servers().size(), "server") + ", preset " + configuration.preset()
                + ", " + pluralize(configuration.policies().rules().size(), "rule") + " (" + file + ")"
                + (warnings == 0 ? "" : ", " + pluralize(warnings, "warning"));
    }

    private static String pluralize(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
