package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.cli.TimeOption;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.report.LedgerReport;
import dev.plimsoll.gateway.report.PrintedComparison;
import dev.plimsoll.gateway.report.PrintedReport;
import dev.plimsoll.gateway.report.RecordedData;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
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

/** {@code plimsoll report}: prints the savings in the recorded requests, or compares the arms of a rollout. */
@Command(
        name = "report",
        description = "Reports the savings, less the cost of follow-up reads and listings.",
        footer = {
            "",
            "Examples:",
            "  plimsoll report",
            "  plimsoll report --since 7d --by client",
            "  plimsoll report --ab --since 7d",
            "  plimsoll report --since 2026-11-01 --until 2026-11-08 --markdown"
        })
public final class ReportCommand implements Callable<Integer> {

    private static final Set<String> GROUP_KEYS =
            new TreeSet<>(Set.of("tool", "server", "client", "caller", "style", "era", "outcome"));

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "the start: an age (7d, 12h), a date, or a time (UTC); default 30d")
    private String since = "30d";

    @Option(names = "--until", paramLabel = "WHEN", description = "the end, in the form of --since; default now")
    private @Nullable String until;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "group by tool, server, client, caller, style, era, or outcome; default tool")
    private String dimension = "tool";

    @Option(names = "--ab", description = "compare the two arms of a rollout")
    private boolean isArmComparison;

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean isJsonOutput;

    @Option(names = "--markdown", description = "print a Markdown table")
    private boolean isMarkdownOutput;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration that names the data folder")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder")
    private @Nullable String data;

    public ReportCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() {
        if (isJsonOutput && isMarkdownOutput) {
            throw new UsageException("--json and --markdown exclude each other");
        }
        if (!GROUP_KEYS.contains(dimension)) {
            throw new UsageException("--by " + dimension + ": must be one of " + String.join(", ", GROUP_KEYS));
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant to = until == null ? now : TimeOption.parse("--until", until, now);
        Instant from = TimeOption.parse("--since", since, now);
        if (!from.isBefore(to)) {
            throw new UsageException("--since " + since + ": must be before --until");
        }
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        try {
            Configuration configuration = new ConfigurationReader(hostEnvironment)
                    .readNearest(config, flags)
                    .configuration();
            RecordedData recordedData = new RecordedData(configuration.data(), configuration.telemetry());
            int skippedFiles = recordedData.importSpools();
            if (skippedFiles > 0) {
                ErrorPrinter.print(terminal.err(), "skipped telemetry files of a newer version (" + skippedFiles + ")");
            }
            terminal.out()
                    .print(
                            isArmComparison
                                    ? formatArms(recordedData, from, to)
                                    : formatLedger(LedgerReport.of(recordedData, from, to, dimension)));
            return ExitCode.SUCCESS;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    private String formatLedger(LedgerReport report) {
        return isJsonOutput
                ? PrintedReport.json(report)
                : isMarkdownOutput ? PrintedReport.markdown(report) : PrintedReport.text(report);
    }

    private String formatArms(RecordedData recordedData, Instant from, Instant to) throws IOException {
        PrintedComparison printed = new PrintedComparison(from, to, recordedData.compareArms(from, to));
        return isJsonOutput ? printed.json() : isMarkdownOutput ? printed.markdown() : printed.text();
    }
}
