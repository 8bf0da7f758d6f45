package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Fault;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.serve.Gateway;
import dev.plimsoll.gateway.serve.ServingException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll serve}: the servers of the configuration, over HTTP. */
@Command(
        name = "serve",
        description = "Serves the configuration's servers over HTTP: all at /mcp, each at /mcp/NAME.",
        footer = {"", "Examples:", "  plimsoll serve", "  plimsoll serve --config plimsoll.yaml --listen 127.0.0.1:9000"
        })
final class ServeCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration (default: plimsoll.yaml or plimsoll.json, if there is one)")
    private @Nullable String config;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "where to listen (default: 127.0.0.1:8080)")
    private @Nullable String listen;

    @Option(names = "--insecure", description = "allow to be reached from beyond this machine, by anyone")
    private boolean insecure;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    ServeCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            return untilTheEnd(
                    new ConfigurationReader(surroundings).read(DefaultFile.WORKING_FOLDER, config, flags()),
                    terminal,
                    gateway -> {});
        } catch (ConfigurationException e) {
            e.faults().forEach(fault -> Complaints.say(terminal.err(), fault.toString()));
            return Exit.USAGE;
        } catch (ServingException e) {
            Complaints.say(terminal.err(), String.valueOf(e.getMessage()));
            return Exit.USAGE;
        } catch (IOException e) {
            Complaints.say(terminal.err(), String.valueOf(e.getMessage()));
            return Exit.FAILED;
        }
    }

    /**
     * Serves until the process is told to end.
     *
     * @param opened told once clients may come
     */
    static int untilTheEnd(Loaded loaded, Terminal terminal, Consumer<Gateway> opened)
            throws IOException, ServingException, InterruptedException {
        Configuration configuration = loaded.configuration();
        Log log = new Log(terminal.err(), Level.valueOf(configuration.logLevel().name()));
        for (Fault warning : loaded.warnings()) {
            log.say(Level.WARN, "configuration", "says", warning);
        }
        Gateway gateway = Gateway.open(configuration, log);
        Runtime.getRuntime().addShutdownHook(new Thread(gateway::close, "plimsoll-exit"));
        for (String address : gateway.addresses()) {
            log.say(Level.INFO, "serving", "at", address);
        }
        opened.accept(gateway);
        new CountDownLatch(1).await();
        return Exit.GOOD;
    }

    private List<Flag> flags() {
        List<Flag> flags = settings.flags();
        if (listen != null) {
            flags.add(Flag.listen(listen));
        }
        if (insecure) {
            flags.add(Flag.insecure());
        }
        return flags;
    }
}
