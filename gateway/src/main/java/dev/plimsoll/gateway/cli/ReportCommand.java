package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.report.LedgerReport;
import dev.plimsoll.gateway.report.Printed;
import dev.plimsoll.gateway.report.PrintedArms;
import dev.plimsoll.gateway.report.Recorded;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll report}: the ledger. */
@Command(
        name = "report",
        description = "Says what was saved, net of what was read on and of what listings cost more.",
        footer = {
            "",
            "Examples:",
            "  plimsoll report",
            "  plimsoll report --since 7d --by client",
            "  plimsoll report --ab --since 7d",
            "  plimsoll report --since 2026-11-01 --until 2026-11-08 --markdown"
        })
final class ReportCommand implements Callable<Integer> {

    private static final Set<String> BY =
            new TreeSet<>(Set.of("tool", "server", "client", "caller", "style", "era", "outcome"));

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "how long ago (7d, 12h), or a date or time (UTC); default 30d")
    private String since = "30d";

    @Option(names = "--until", paramLabel = "WHEN", description = "the same; default now")
    private @Nullable String until;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "tool, server, client, caller, style, era, outcome; default tool")
    private String by = "tool";

    @Option(names = "--ab", description = "compare the two arms of a rollout instead")
    private boolean ab;

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean json;

    @Option(names = "--markdown", description = "print a table of Markdown")
    private boolean markdown;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration, for its data folder")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder")
    private @Nullable String data;

    ReportCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (json && markdown) {
            throw new UsageException("--json and --markdown: one of them");
        }
        if (!BY.contains(by)) {
            throw new UsageException("--by " + by + ": one of " + String.join(", ", BY));
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant to = until == null ? now : When.of("--until", until, now);
        Instant from = When.of("--since", since, now);
        if (!from.isBefore(to)) {
            throw new UsageException("--since " + since + ": must be before --until");
        }
        List<Flag> flags = data == null ? List.of() : List.of(Flag.data(data));
        try {
            Configuration configuration = new ConfigurationReader(surroundings)
                    .readNearest(config, flags)
                    .configuration();
            Recorded recorded = new Recorded(configuration.data(), configuration.telemetry());
            int strange = recorded.takeSpools();
            if (strange > 0) {
                Complaints.say(
                        terminal.err(),
                        "left out: files of telemetry that a newer version has written (" + strange + ")");
            }
            terminal.out().print(ab ? arms(recorded, from, to) : ledger(LedgerReport.of(recorded, from, to, by)));
            return Exit.GOOD;
        } catch (ConfigurationException e) {
            e.faults().forEach(fault -> Complaints.say(terminal.err(), fault.toString()));
            return Exit.USAGE;
        } catch (IOException e) {
            Complaints.say(terminal.err(), String.valueOf(e.getMessage()));
            return Exit.FAILED;
        }
    }

    private String ledger(LedgerReport report) {
        return json ? Printed.json(report) : markdown ? Printed.markdown(report) : Printed.forPeople(report);
    }

    private String arms(Recorded recorded, Instant from, Instant to) throws IOException {
        PrintedArms printed = new PrintedArms(from, to, recorded.arms(from, to));
        return json ? printed.json() : markdown ? printed.markdown() : printed.forPeople();
    }
}
