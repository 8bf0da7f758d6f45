package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Telemetry;
import dev.plimsoll.gateway.report.Replay;
import dev.plimsoll.gateway.report.ReplayPrinted;
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

/** {@code plimsoll config check}. */
@Command(
        name = "check",
        description = "Says whether the configuration is good, and everything that is wrong if it is not.",
        sortOptions = false)
final class ConfigCheckCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Mixin
    private ConfigOptions options = new ConfigOptions();

    ConfigCheckCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Option(
            names = "--replay",
            description = "also says what it would have done with the results that were recorded in the data folder")
    private boolean replay;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "with --replay: how long ago (7d, 12h), or a date or time (UTC); default 7d")
    private @Nullable String since;

    @Option(names = "--json", description = "with --replay: print one JSON object for programs")
    private boolean json;

    @Override
    public Integer call() {
        if (!replay && (since != null || json)) {
            throw new UsageException((json ? "--json" : "--since") + ": only with --replay");
        }
        Instant to = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant from = When.of("--since", since == null ? "7d" : since, to);
        AtomicInteger status = new AtomicInteger(Exit.GOOD);
        int read = options.with(surroundings, terminal, loaded -> {
            if (!json) {
                terminal.out().println(summary(loaded));
            }
            if (replay) {
                status.set(replayed(loaded.configuration(), from, to));
            }
        });
        return read == Exit.GOOD ? status.get() : read;
    }

    private int replayed(Configuration configuration, Instant from, Instant to) {
        try {
            Telemetry telemetry = configuration.telemetry();
            Replay result = Replay.of(
                    configuration.data(),
                    telemetry.retention(),
                    telemetry.maxBytes(),
                    configuration.policies(),
                    from,
                    to);
            terminal.out().print(json ? ReplayPrinted.json(result) : "\n" + ReplayPrinted.forPeople(result));
            return Exit.GOOD;
        } catch (IOException e) {
            Complaints.say(terminal.err(), String.valueOf(e.getMessage()));
            return Exit.FAILED;
        }
    }

    private static String summary(Loaded loaded) {
        Configuration configuration = loaded.configuration();
        int warnings = loaded.warnings().size();
        String file = loaded.file() == null
                ? "no file"
                : Objects.toString(loaded.file().getFileName());
        return "good: " + counted(configuration.servers().size(), "server") + ", preset " + configuration.preset()
                + ", " + counted(configuration.policies().rules().size(), "rule") + " (" + file + ")"
                + (warnings == 0 ? "" : ", " + counted(warnings, "warning"));
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
