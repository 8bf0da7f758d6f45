package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.ServerRestart;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.ServerProbe;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Starts or calls every server, lists its tools, and ends it again. */
final class ServersCheck implements DoctorCheck {

    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(1), Duration.ofMillis(400));
    private static final int MAX_NAMED = 5;
    private static final Log SILENT = new Log(new PrintStream(OutputStream.nullOutputStream()), LogSeverity.OFF);

    @Override
    public void look(Configuration configuration, Findings findings) {
        for (ServerConfig serverConfig : configuration.servers()) {
            String what = "server " + serverConfig.name();
            boolean called = serverConfig.url() != null;
            if (serverConfig.command().isEmpty() && !called) {
                findings.odd(what, "has no command and no url", "name one, or use it with run --name only");
                continue;
            }
            try {
                ServerProbe.Seen seen = seen(serverConfig, configuration);
                String found = seen.name() + ", revision " + seen.revision() + ", " + seen.tools() + " tools of "
                        + seen.toolTokens() + " tokens, first answer after " + seen.millis() + " ms";
                if (seen.noise() > 0 && !called) {
                    findings.odd(
                            what,
                            found + ", " + seen.noise() + " lines on standard output are no messages",
                            "have it log to standard error");
                } else {
                    findings.good(what, found);
                }
                apps(serverConfig, seen.contentApps(), configuration, findings);
            } catch (UpstreamException e) {
                findings.bad(
                        what,
                        String.valueOf(e.getMessage()),
                        called
                                ? "check its url and headers; if it wants a login: plimsoll login "
                                        + serverConfig.name()
                                : "try its command by hand");
            }
        }
    }

    /** Warns about apps that get the model's shaped content: they show only a part of their data and cannot say so. */
    private static void apps(
            ServerConfig serverConfig, List<String> tools, Configuration configuration, Findings findings) {
        List<String> held = tools.stream()
                .filter(tool ->
                        configuration.policies().of(serverConfig.name(), tool).shapes())
                .toList();
        if (!held.isEmpty()) {
            String rules = held.stream()
                    .limit(MAX_NAMED)
                    .map(tool -> "\"" + serverConfig.name() + "/" + tool + "\": {style: pass}")
                    .collect(Collectors.joining(", "));
            findings.odd(
                    "apps of " + serverConfig.name(),
                    String.join(", ", held) + ": no outputSchema, so the data for the app may be in content alone,"
                            + " which is held to the budget",
                    "if the app shows only a part: tools: {" + rules + "}");
        }
    }

    private static ServerProbe.Seen seen(ServerConfig serverConfig, Configuration configuration)
            throws UpstreamException {
        long began = System.nanoTime();
        Duration patience = serverConfig.timeouts().start();
        int maxMessageBytes = configuration.maxMessageBytes();
        if (serverConfig.url() == null) {
            ServerRestart serverRestart = () -> ServerProcess.start(serverConfig, maxMessageBytes, PATIENCE);
            return probed(ServerProcess.start(serverConfig, maxMessageBytes, PATIENCE), serverRestart, patience, began);
        }
        try (HttpUpstream http = new HttpUpstream(
                serverConfig, maxMessageBytes, Logins.of(serverConfig, configuration, SILENT), SILENT)) {
            return probed(http.connect(), ServerRestart.NEVER, patience, began);
        }
    }

    private static ServerProbe.Seen probed(Upstream server, ServerRestart serverRestart, Duration patience, long began)
            throws UpstreamException {
        return ServerProbe.of(TranslationFactory.either(server, new KnownEra(), serverRestart), patience, began);
    }
}
