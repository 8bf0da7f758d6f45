package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.upstream.ServerProbe;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.ServerTrial;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.List;
import java.util.stream.Collectors;

/** Starts or calls every server, lists its tools, and ends it again. */
final class ServersCheck implements DoctorCheck {

    private static final int MAX_LISTED_TOOLS = 5;

    @Override
    public void check(Configuration configuration, Findings findings) {
        for (ServerConfig serverConfig : configuration.servers()) {
            String subject = "server " + serverConfig.name();
            if (configuration.serving().management().stopped().contains(serverConfig.name())) {
                findings.addOk(subject, "stopped (enabled: false)");
                continue;
            }
            boolean isHttp = serverConfig.url() != null;
            if (serverConfig.command().isEmpty() && !isHttp) {
                findings.addWarning(
                        subject, "has no command and no url", "set one, or use the server only with run --name");
                continue;
            }
            try {
                ServerProbe.ServerFacts serverFacts = ServerTrial.probe(serverConfig, configuration);
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

    /**
     * Warns about apps (extension MCP Apps) that get the same shaped content as the model: such an app shows only a
     * part of its data, and does not know that the rest is missing.
     *
     * @param tools the names of the tools with an app that gets its data only from the content
     */
    private static void checkApps(
            ServerConfig serverConfig, List<String> tools, Configuration configuration, Findings findings) {
        Policies policies = StyleRegistry.standard().resolve(configuration.policies());
        List<String> shapedTools = tools.stream()
                .filter(tool -> policies.forTool(serverConfig.name(), tool).canShape())
                .toList();
        if (!shapedTools.isEmpty()) {
            String passRules = shapedTools.stream()
                    .limit(MAX_LISTED_TOOLS)
                    .map(tool -> "\"" + serverConfig.name() + "/" + tool + "\": {style: pass}")
                    .collect(Collectors.joining(", "));
            findings.addWarning(
                    "apps of " + serverConfig.name(),
                    String.join(", ", shapedTools)
                            + ": no outputSchema, so the data for the app may be only in content,"
                            + " which is limited by the budget",
                    "if the app shows only a part: tools: {" + passRules + "}");
        }
    }
}
