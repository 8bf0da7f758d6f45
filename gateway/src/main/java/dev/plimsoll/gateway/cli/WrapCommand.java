package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.wrap.KnownFiles;
import dev.plimsoll.gateway.wrap.Rewrite;
import dev.plimsoll.gateway.wrap.WrapException;
import dev.plimsoll.policy.Policy;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll wrap}: every server of a client's configuration goes behind {@code plimsoll run}. */
@Command(
        name = "wrap",
        description = "Puts the servers of a client's configuration behind plimsoll run, with a backup.",
        sortOptions = false,
        footer = {
            "",
            "Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Zed and others whose files look like theirs.",
            "Comments, order and everything else in FILE stay as they are. Without FILE it lists those it finds.",
            "",
            "Examples:",
            "  plimsoll wrap ~/.cursor/mcp.json --dry-run",
            "  plimsoll wrap .mcp.json --server github --budget 2000",
            "  plimsoll unwrap .mcp.json"
        })
final class WrapCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final KnownFiles known;
    private final @Nullable String launcher;

    @Mixin
    private WrapOptions what = new WrapOptions();

    @Option(names = "--budget", paramLabel = "N", description = "for run: tokens that an answer may cost")
    private @Nullable String budget;

    @Option(names = "--preset", paramLabel = "P", description = "for run: the settings to begin with")
    private @Nullable String preset;

    @Option(names = "--config", paramLabel = "F", description = "for run: a configuration file of plimsoll's own")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "DIR", description = "for run: the data folder")
    private @Nullable String data;

    /** The launcher is what clients are to start, {@code null} if it is not known. */
    WrapCommand(Terminal terminal, KnownFiles known, @Nullable String launcher) {
        this.terminal = terminal;
        this.known = known;
        this.launcher = launcher;
    }

    @Override
    public Integer call() throws Exception {
        return what.run(terminal, known, request -> Rewrite.wrap(request, launcher, forRun(), terminal.out()));
    }

    /** Clients start servers in folders of their own choice: paths become absolute. */
    private Map<String, String> forRun() throws WrapException {
        Map<String, String> options = new LinkedHashMap<>();
        if (budget != null) {
            options.put("--budget", checkedBudget(budget));
        }
        if (preset != null) {
            options.put("--preset", preset);
        }
        if (config != null) {
            String path = absolute("--config", config);
            if (!placeholder(config) && !Files.isRegularFile(Path.of(path))) {
                throw new WrapException("--config: no such file: " + path);
            }
            options.put("--config", path);
        }
        if (data != null) {
            options.put("--data", absolute("--data", data));
        }
        return options;
    }

    private static String checkedBudget(String budget) throws WrapException {
        try {
            Policy.defaults().withText(Policy.TOKEN_BUDGET_THRESHOLD.name(), budget);
            return budget;
        } catch (IllegalArgumentException e) {
            String key = "policy." + Policy.TOKEN_BUDGET_THRESHOLD.name();
            throw new WrapException(String.valueOf(e.getMessage()).replace(key, "--budget"));
        }
    }

    private static String absolute(String option, String path) throws WrapException {
        try {
            return placeholder(path)
                    ? path
                    : Path.of(path).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            throw new WrapException(option + ": no name of a file: " + path);
        }
    }

    /** Something that the client fills in, such as {@code ${workspaceFolder}}. */
    private static boolean placeholder(String path) {
        return path.startsWith("${");
    }
}
