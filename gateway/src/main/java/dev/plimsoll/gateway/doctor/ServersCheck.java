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
import dev.plimsoll.gateway.upstream.ServerProcess.StopTimeouts;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.shape.style.StyleRegistry;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Starts or calls every server, lists its tools, and ends it again. */
final class ServersCheck implements DoctorCheck {

    private static final StopTimeouts STOP_TIMEOUTS = new StopTimeouts(Duration.ofSeconds(1), Duration.ofMillis(400));
    private static final int MAX_LISTED_TOOLS = 5;
    private static final Log NO_LOG = new Log(new PrintStream(OutputStream.nullOutputStream()), LogSeverity.OFF);

    @Override
    public void check(Configuration configuration, Findings findings) {
        for (ServerConfig serverConfig : configuration.servers()) {
            String subject = "server " + serverConfig.name();
            boolean isHttp = serverConfig.url() != null;
            if (serverConfig.command().isEmpty() && !isHttp) {
                findings.addWarning(
                        subject, "has no command and no url", "set one, or use the server only with run --name");
                continue;
            }
            try {
                ServerProbe.ServerFacts serverFacts = probe(serverConfig, configuration);
                String finding =
                        serverFacts.name() + ", revision " + serverFacts.revision() + ", " + serverFacts.tools()
                                + " tools of " + serverFacts.toolTokens() + " tokens, first answer after "
                                + serverFacts.millis() + " ms";
                if (serverFacts.invalidLines() > 0 && !isHttp) {
                    findings.addWarning(
                            subject,
                            finding + ", " + serverFacts.invalidLines() + " lines on standard output are not messages",
                            "let the server log to standard error");
                } else {
                    findings.addOk(subject, finding);
                }
                checkApps(serverConfig, serverFacts.contentApps(), configuration, findings);
            } catch (UpstreamException e) {
                findings.addError(
                        subject,
                        String.valueOf(e.getMessage()),
                        isHttp
                                ? "check its url and headers; if it requires a login: plimsoll login "
                                        + serverConfig.name()
                                : "run its command by hand");
            }
        }
    }

    /** Warns about apps that get the model's shaped content: they show only a part of their data and cannot say so. */
    private static void checkApps(
            ServerConfig serverConfig, List<String> tools, Configuration configuration, Findings findings) {
        Policies policies = StyleRegistry.standard().resolve(configuration.policies());
        List<String> limited = tools.stream()
                .filter(tool -> policies.of(serverConfig.name(), tool).canShape())
                .toList();
        if (!limited.isEmpty()) {
            String rules = limited.stream()
                    .limit(MAX_LISTED_TOOLS)
                    .map(tool -> "\"" + serverConfig.name() + "/" + tool + "\": {style: pass}")
                    .collect(Collectors.joining(", "));
            findings.addWarning(
                    "apps of " + serverConfig.name(),
                    String.join(", ", limited) + ": no outputSchema, so the data for the app may be only in content,"
                            + " which is limited by the budget",
                    "if the app shows only a part: tools: {" + rules + "}");
        }
    }

    private static ServerProbe.ServerFacts probe(ServerConfig serverConfig, Configuration configuration)
            throws UpstreamException {
        long startNanos = System.nanoTime();
        Duration timeout = serverConfig.timeouts().start();
        int maxMessageBytes = configuration.maxMessageBytes();
        if (serverConfig.url() == null) {
            ServerRestart serverRestart = () -> ServerProcess.start(serverConfig, maxMessageBytes, STOP_TIMEOUTS);
            return runProbe(
                    ServerProcess.start(serverConfig, maxMessageBytes, STOP_TIMEOUTS),
                    serverRestart,
                    timeout,
                    startNanos);
        }
        try (HttpUpstream http = new HttpUpstream(
                serverConfig, maxMessageBytes, Logins.credentials(serverConfig, configuration, NO_LOG), NO_LOG)) {
            return runProbe(http.connect(), ServerRestart.NEVER, timeout, startNanos);
        }
    }

    private static ServerProbe.ServerFacts runProbe(
            Upstream server, ServerRestart serverRestart, Duration timeout, long startNanos) throws UpstreamException {
        return ServerProbe.probe(
                TranslationFactory.createDetectingServer(server, new KnownEra(), serverRestart), timeout, startNanos);
    }
}
