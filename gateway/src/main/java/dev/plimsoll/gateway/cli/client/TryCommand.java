package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.login.Browser;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.trial.PayloadForm;
import dev.plimsoll.gateway.trial.PayloadReader;
import dev.plimsoll.gateway.trial.Preview;
import dev.plimsoll.gateway.trial.Trial;
import dev.plimsoll.gateway.trial.TrialException;
import dev.plimsoll.gateway.trial.TrialOptions;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialProgress;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.gateway.trial.report.JsonReportPrinter;
import dev.plimsoll.gateway.trial.report.TextReportPrinter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll try}: shows the answer that an agent would get for a payload. */
@Command(
        name = "try",
        description = "Shows what an agent gets for a payload: before and after.",
        sortOptions = false,
        footer = {
            "",
            "FILE can contain an MCP result object, a JSON-RPC response with one, a JSON document, or text.",
            "",
            "Examples:",
            "  plimsoll try orders.json --budget 1000",
            "  plimsoll try orders.json --path /3 --fields id,status",
            "  plimsoll try build.log --lines 100-120",
            "  plimsoll try orders.json --show",
            "  curl -s https://api.example/users | plimsoll try - --walk"
        })
public final class TryCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final String program;

    @Parameters(paramLabel = "FILE", description = "the payload; - reads standard input")
    private String file = "";

    @Mixin
    private TryOptions options = new TryOptions();

    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = "the payload's form: result, json, text (default: detected)")
    private @Nullable String formName;

    @Option(names = "--walk", description = "read all pages and compare them with the original")
    private boolean isFullRead;

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean isJsonOutput;

    @Option(names = "--raw", description = "print only the result object, exactly as a client gets it")
    private boolean isRawOutput;

    @Option(names = "--show", description = "show the whole payload in a browser, as plimsoll_show does in a client")
    private boolean isShownInBrowser;

    @Option(names = "--no-browser", description = "with --show: print the address instead of opening it")
    private boolean isBrowserDisabled;

    /** @param program the name under which this program is started, for the commands that it prints */
    public TryCommand(Terminal terminal, String program) {
        this.terminal = terminal;
        this.program = program;
    }

    @Override
    public Integer call() {
        TrialProgress trialProgress = new TrialProgress(terminal.hasProgress() ? terminal.err() : null);
        try {
            if (isShownInBrowser) {
                return showInBrowser(trialProgress);
            }
            if (isBrowserDisabled) {
                throw new TrialException("--no-browser is only for --show");
            }
            TrialReport trialReport = runTrial(trialProgress);
            trialProgress.clear();
            print(trialReport);
            return trialReport.fullRead() == null || trialReport.fullRead().isEqual()
                    ? ExitCode.SUCCESS
                    : ExitCode.FAILURE;
        } catch (TrialException e) {
            trialProgress.clear();
            ErrorPrinter.print(terminal.err(), e.lines());
            return ExitCode.USAGE;
        } catch (OutOfMemoryError e) {
            trialProgress.clear();
            ErrorPrinter.print(terminal.err(), "not enough memory for this payload; set PLIMSOLL_JAVA_OPTS=-Xmx8g");
            return ExitCode.FAILURE;
        }
    }

    /** Shows the payload in a browser until the process is stopped. */
    private int showInBrowser(TrialProgress trialProgress) throws TrialException {
        if (isRawOutput || isJsonOutput || isFullRead) {
            throw new TrialException(
                    "--show opens a page: remove " + (isRawOutput ? "--raw" : isJsonOutput ? "--json" : "--walk"));
        }
        TrialOptions trialOptions = options.toTrialOptions(false);
        TrialPayload trialPayload = PayloadReader.read(file, terminal.in(), parseForm(formName), trialProgress);
        trialProgress.clear();
        try (Preview preview = Preview.open(trialPayload, trialOptions)) {
            terminal.out().println("Shows " + trialPayload.name() + " at " + preview.address());
            boolean isOpened = !isBrowserDisabled
                    && Browser.ofSystem(System.getenv(), System.getProperty("os.name", ""))
                            .open(preview.address());
            terminal.out()
                    .println((isOpened ? "A browser was asked to open it." : "Open it in a browser on this machine.")
                            + " Ctrl+C ends it.");
            terminal.out().flush();
            new CountDownLatch(1).await();
            return ExitCode.SUCCESS;
        } catch (InterruptedException e) {
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), "--show: cannot listen on 127.0.0.1: " + e.getMessage());
            return ExitCode.FAILURE;
        }
    }

    private TrialReport runTrial(TrialProgress trialProgress) throws TrialException {
        if (isRawOutput && (isJsonOutput || isFullRead)) {
            throw new TrialException(
                    "--raw prints only a result object: remove " + (isJsonOutput ? "--json" : "--walk"));
        }
        var trialOptions = options.toTrialOptions(isFullRead);
        TrialPayload trialPayload = PayloadReader.read(file, terminal.in(), parseForm(formName), trialProgress);
        return Trial.run(trialPayload, trialOptions, trialProgress);
    }

    private static @Nullable PayloadForm parseForm(@Nullable String name) throws TrialException {
        return switch (name == null ? "" : name.toLowerCase(Locale.ROOT)) {
            case "" -> null;
            case "result" -> PayloadForm.RESULT;
            case "json" -> PayloadForm.JSON;
            case "text" -> PayloadForm.TEXT;
            default -> throw new TrialException("--as: must be one of result, json, text, got " + name);
        };
    }

    private void print(TrialReport trialReport) {
        PrintStream out = terminal.out();
        if (isRawOutput) {
            if (trialReport.followUpReads().isEmpty()) {
                printLine(trialReport.answer().result(), out);
            }
            trialReport
                    .followUpReads()
                    .forEach(followUpRead -> printLine(followUpRead.answer().result(), out));
        } else if (isJsonOutput) {
            JsonReportPrinter.print(trialReport, commandLine(), out);
        } else {
            TextReportPrinter.print(trialReport, commandLine(), terminal.hasColor(), TerminalWidth.ofOutput(), out);
        }
    }

    /** Returns the arguments of a command that shows the same first answer again. */
    private List<String> commandLine() {
        List<String> arguments = new ArrayList<>(List.of(program, "try", file));
        arguments.addAll(options.firstAnswerArguments());
        if (formName != null) {
            arguments.add("--as");
            arguments.add(formName);
        }
        return arguments;
    }

    private static void printLine(Slice result, PrintStream out) {
        out.write(result.bytes(), result.from(), result.length());
        out.write('\n');
    }
}
