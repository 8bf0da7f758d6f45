package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.serve.GatewayServer;
import dev.plimsoll.gateway.serve.ServeException;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Serves until the process is stopped. */
final class ServeLoop {

    private ServeLoop() {}

    /**
     * Serves until the process is stopped. If serving is not possible, prints the error to standard error.
     *
     * @param onOpen runs when clients can connect
     * @param onEnd runs when serving has ended or has failed
     * @return the exit code
     */
    static int run(ConfigSource configSource, Terminal terminal, Consumer<GatewayServer> onOpen, Runnable onEnd)
            throws InterruptedException {
        int status = serve(configSource, terminal, onOpen, onEnd);
        onEnd.run();
        return status;
    }

    private static int serve(
            ConfigSource configSource, Terminal terminal, Consumer<GatewayServer> onOpen, Runnable onEnd)
            throws InterruptedException {
        try {
            GatewayServer gatewayServer = open(configSource, terminal, onEnd);
            onOpen.accept(gatewayServer);
            // waits until a signal ends the process
            new CountDownLatch(1).await();
            return ExitCode.SUCCESS;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (ServeException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    private static GatewayServer open(ConfigSource configSource, Terminal terminal, Runnable onEnd)
            throws IOException, ConfigurationException, ServeException {
        LoadedConfiguration loadedConfiguration = configSource.read();
        Configuration configuration = loadedConfiguration.configuration();
        Log log = new Log(
                terminal.err(), LogSeverity.valueOf(configuration.logLevel().name()));
        for (ConfigError warning : loadedConfiguration.warnings()) {
            log.log(LogSeverity.WARN, "configuration", "warning", warning);
        }
        GatewayServer gatewayServer = GatewayServer.open(loadedConfiguration, configSource, log);
        HangupSignal.install(() -> gatewayServer.reload("signal"), log);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(gatewayServer, onEnd), "plimsoll-exit"));
        for (String address : gatewayServer.urls()) {
            log.log(LogSeverity.INFO, "serving", "at", address);
        }
        log.log(LogSeverity.INFO, "dashboard", "at", gatewayServer.dashboardUrl());
        return gatewayServer;
    }

    private static void close(GatewayServer gatewayServer, Runnable onEnd) {
        gatewayServer.close();
        onEnd.run();
    }
}
