package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.rollout.TakingBack;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plimsoll rollout resume}: ends what {@code rollout back} has begun. */
@Command(name = "resume", description = "Resumes what was taken back, by hand or automatically.")
final class RolloutResumeCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Mixin
    private final RolloutOptions options = new RolloutOptions();

    @Parameters(arity = "0..1", paramLabel = "TOOLS", description = "as they were taken back; default all that was")
    private @Nullable String tools;

    RolloutResumeCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try {
            Configuration configuration = options.configuration(surroundings);
            List<String> resumed =
                    TakingBack.in(configuration.data(), terminal.err()).resume(tools, RolloutOptions.user());
            if (resumed.isEmpty()) {
                Complaints.say(terminal.err(), "nothing was taken back" + (tools == null ? "" : " for " + tools));
                return tools == null ? Exit.GOOD : Exit.FAILED;
            }
            terminal.out().println("resumed: " + String.join(", ", resumed));
            return Exit.GOOD;
        } catch (ConfigurationException e) {
            e.faults().forEach(fault -> Complaints.say(terminal.err(), fault.toString()));
            return Exit.USAGE;
        } catch (IOException e) {
            Complaints.say(terminal.err(), String.valueOf(e.getMessage()));
            return Exit.FAILED;
        }
    }
}
