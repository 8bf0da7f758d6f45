package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Fault;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.serve.Gateway;
import dev.plimsoll.gateway.serve.ServingException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Serves until the process is told to end. */
final class Serving {

    private Serving() {}

    /**
     * Serves; what is in the way goes to standard error.
     *
     * @param opened told once clients may come
     * @param ended told when nothing is served any more, or was
     * @return the exit code
     */
    static int of(Source source, Terminal terminal, Consumer<Gateway> opened, Runnable ended)
            throws InterruptedException {
        int status = served(source, terminal, opened, ended);
        ended.run();
        return status;
    }

    private static int served(Source source, Terminal terminal, Consumer<Gateway> opened, Runnable ended)
            throws InterruptedException {
        try {
            Gateway gateway = open(source, terminal, ended);
            opened.accept(gateway);
            new CountDownLatch(1).await();
            return Exit.GOOD;
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

    private static Gateway open(Source source, Terminal terminal, Runnable ended)
            throws IOException, ConfigurationException, ServingException {
        Loaded loaded = source.read();
        Configuration configuration = loaded.configuration();
        Log log = new Log(terminal.err(), Level.valueOf(configuration.logLevel().name()));
        for (Fault warning : loaded.warnings()) {
            log.say(Level.WARN, "configuration", "says", warning);
        }
        Gateway gateway = Gateway.open(loaded, source, log);
        Hangup.calls(() -> gateway.reload("signal"), log);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(gateway, ended), "plimsoll-exit"));
        for (String address : gateway.addresses()) {
            log.say(Level.INFO, "serving", "at", address);
        }
        log.say(Level.INFO, "dashboard", "at", gateway.dashboard());
        return gateway;
    }

    private static void end(Gateway gateway, Runnable ended) {
        gateway.close();
        ended.run();
    }
}
