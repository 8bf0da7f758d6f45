package dev.plimsoll.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandsTest {

    private final Commands commands = new Commands(new FakeTerminal("").terminal());

    private static String name(Object command) {
        return command instanceof CommandLine line ? line.getCommandName() : new CommandLine(command).getCommandName();
    }

    @Test
    void eachIsMadeAloneWhenItIsNamed() {
        List<String> names =
                commands.neededFor().stream().map(CommandsTest::name).toList();
        assertThat(names).startsWith("run", "serve", "demo").contains("help").doesNotHaveDuplicates();
        for (String name : names) {
            List<Object> needed = commands.neededFor(name, "--anything");
            boolean tellsOfAll = List.of("help", "completion", "manual").contains(name);
            assertThat(needed).as(name).hasSize(tellsOfAll ? names.size() : 1);
            assertThat(needed.stream().map(CommandsTest::name)).contains(name);
        }
    }

    @Test
    void whatIsNoCommandIsLookedForAmongAll() {
        assertThat(commands.neededFor("serv")).hasSameSizeAs(commands.neededFor());
        assertThat(commands.neededFor("--help")).hasSameSizeAs(commands.neededFor());
    }
}
