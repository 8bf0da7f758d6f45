package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.rollout.Overview;
import dev.plimsoll.gateway.rollout.StateFile;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll rollout}: how far policies are rolled out. */
@Command(
        name = "rollout",
        description = "Shows how far policies are rolled out; takes protection back, and resumes it.",
        synopsisSubcommandLabel = "[back|resume]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll rollout",
            "  plimsoll rollout back",
            "  plimsoll rollout back 'crm/list_*' --why 'customers complain'",
            "  plimsoll rollout resume 'crm/list_*'"
        })
final class RolloutCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Mixin
    private final RolloutOptions options = new RolloutOptions();

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean json;

    private RolloutCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    /** With its own commands below it. */
    static CommandLine line(Terminal terminal, Surroundings surroundings) {
        return new CommandLine(new RolloutCommand(terminal, surroundings))
                .addSubcommand(new RolloutBackCommand(terminal, surroundings))
                .addSubcommand(new RolloutResumeCommand(terminal, surroundings));
    }

    @Override
    public Integer call() {
        try {
            Configuration configuration = options.configuration(surroundings);
            Overview overview = Overview.of(configuration, new StateFile(configuration.data()).read(), Instant.now());
            terminal.out().print(json ? overview.json() : overview.forPeople());
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
