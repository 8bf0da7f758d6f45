package dev.plimsoll.gateway.trial;

import dev.plimsoll.gateway.show.PreviewServer;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Serves a whole payload to a browser on this machine, as {@code plimsoll_show} would show it. */
public final class Preview implements AutoCloseable {

    private static final Set<String> ALLOWED_ARGUMENTS = Set.of("path", "query");

    private final PreviewServer server;

    private Preview(PreviewServer server) {
        this.server = server;
    }

    /** Starts to serve the payload on this machine. */
    public static Preview open(TrialPayload trialPayload, TrialOptions options) throws TrialException, IOException {
        Map<String, String> arguments = options.readArguments();
        Set<String> others = new TreeSet<>(arguments.keySet());
        others.removeAll(ALLOWED_ARGUMENTS);
        if (!others.isEmpty() || !options.modes().isEmpty() || options.cursor() != null) {
            throw new TrialException(
                    "--show shows the whole payload: only --path and --query select a part of the payload");
        }
        try {
            return new Preview(PreviewServer.open(
                    trialPayload.result(),
                    options.tool().equals("try") ? shortName(trialPayload.name()) : options.tool(),
                    options.policy(),
                    arguments.get("path"),
                    arguments.get("query")));
        } catch (RefusedException refused) {
            throw new TrialException(refused.getMessage());
        }
    }

    private static String shortName(String file) {
        return file.equals("-")
                ? "standard input"
                : file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }

    /** Returns the URL for a browser on this machine. */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
