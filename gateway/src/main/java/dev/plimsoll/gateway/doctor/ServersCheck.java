package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.era.Bridges;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.Restart;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.Probe;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.http.HttpServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Starts or calls every server, asks for its tools, and ends it again. */
final class ServersCheck implements Check {

    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(1), Duration.ofMillis(400));
    private static final int MAX_NAMED = 5;
    private static final Log SILENT = new Log(new PrintStream(OutputStream.nullOutputStream()), Level.OFF);

    @Override
    public void look(Configuration configuration, Findings findings) {
        for (Server server : configuration.servers()) {
            String what = "server " + server.name();
            boolean called = server.url() != null;
            if (server.command().isEmpty() && !called) {
                findings.odd(what, "has no command and no url", "name one, or use it with run --name only");
                continue;
            }
            try {
                Probe.Seen seen = seen(server, configuration);
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
                apps(server, seen.contentApps(), configuration, findings);
            } catch (UpstreamException e) {
                findings.bad(
                        what,
                        String.valueOf(e.getMessage()),
                        called
                                ? "check its url and headers; if it wants a login: plimsoll login " + server.name()
                                : "try its command by hand");
            }
        }
    }

    /** An app that gets what the model gets shows a part of its data, and cannot say so. */
    private static void apps(Server server, List<String> tools, Configuration configuration, Findings findings) {
        List<String> held = tools.stream()
                .filter(tool -> configuration.policies().of(server.name(), tool).shapes())
                .toList();
        if (!held.isEmpty()) {
            String rules = held.stream()
                    .limit(MAX_NAMED)
                    .map(tool -> "\"" + server.name() + "/" + tool + "\": {style: pass}")
                    .collect(Collectors.joining(", "));
            findings.odd(
                    "apps of " + server.name(),
                    String.join(", ", held) + ": no outputSchema, so the data for the app may be in content alone,"
                            + " which is held to the budget",
                    "if the app shows only a part: tools: {" + rules + "}");
        }
    }

    private static Probe.Seen seen(Server server, Configuration configuration) throws UpstreamException {
        long began = System.nanoTime();
        Duration patience = server.timeouts().start();
        int maxMessageBytes = configuration.maxMessageBytes();
        if (server.url() == null) {
            Restart restart = () -> ServerProcess.start(server, maxMessageBytes, PATIENCE);
            return probed(ServerProcess.start(server, maxMessageBytes, PATIENCE), restart, patience, began);
        }
        try (HttpServer http =
                new HttpServer(server, maxMessageBytes, Logins.of(server, configuration, SILENT), SILENT)) {
            return probed(http.connect(), Restart.NEVER, patience, began);
        }
    }

    private static Probe.Seen probed(Upstream server, Restart restart, Duration patience, long began)
            throws UpstreamException {
        return Probe.of(Bridges.either(server, new KnownEra(), restart), patience, began);
    }
}
