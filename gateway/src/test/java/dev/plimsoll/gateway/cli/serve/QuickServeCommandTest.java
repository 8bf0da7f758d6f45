package dev.plimsoll.gateway.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class QuickServeCommandTest {

    private static @Nullable QuickServeCommand parse(String line) {
        return QuickServeCommand.parse(line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
    }

    @Test
    void parsesEveryOptionOfTheCommand() {
        ServeCommand command = new ServeCommand(new FakeTerminal("").terminal(), HostEnvironment.current());
        List<OptionSpec> options = new CommandLine(command).getCommandSpec().options();
        assertThat(options).hasSizeGreaterThan(5);
        for (OptionSpec option : options) {
            String name = option.longestName();
            boolean isFlag = option.arity().max() == 0;
            assertThat(parse(isFlag ? name : name + " x")).as(name).isNotNull();
            assertThat(parse(name + (isFlag ? "=x" : "=x=y")) != null)
                    .as(name + " accepts a value after =")
                    .isEqualTo(!isFlag);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--config a.yaml --listen=127.0.0.1:0 --insecure --data x"})
    void parsesWellFormedOptions(String line) {
        assertThat(parse(line)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "-h",
                "-V",
                "--config",
                "--config --insecure",
                "--insecure=true",
                "--lisen x",
                "extra",
                "--config a --config b",
                "--insecure --insecure",
                "--",
                "--budget 500 extra"
            })
    void returnsNullForAnythingElse(String line) {
        assertThat(parse(line)).isNull();
    }
}
