package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.upstream.Probe;
import dev.plimsoll.gateway.upstream.UpstreamException;

/** Starts every server, asks for its tools, and ends it again. */
final class ServersCheck implements Check {

    @Override
    public void look(Configuration configuration, Findings findings) {
        for (Server server : configuration.servers()) {
            String what = "server " + server.name();
            if (server.command().isEmpty()) {
                findings.odd(what, "is called over HTTP", "servers with a url come with a later version");
                continue;
            }
            try {
                Probe.Seen seen = Probe.of(server, configuration.maxMessageBytes());
                String found = seen.name() + ", revision " + seen.revision() + ", " + seen.tools() + " tools of "
                        + seen.toolTokens() + " tokens, first answer after " + seen.millis() + " ms";
                if (seen.noise() > 0) {
                    findings.odd(
                            what,
                            found + ", " + seen.noise() + " lines on standard output are no messages",
                            "have it log to standard error");
                } else {
                    findings.good(what, found);
                }
            } catch (UpstreamException e) {
                findings.bad(what, String.valueOf(e.getMessage()), "try its command by hand");
            }
        }
    }
}
