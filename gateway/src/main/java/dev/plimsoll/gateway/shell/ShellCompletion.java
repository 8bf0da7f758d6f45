package dev.plimsoll.gateway.shell;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Completion scripts for shells. */
public enum ShellCompletion {
    BASH {
        @Override
        public String generate(CommandLine program) {
            return AutoComplete.bash(program.getCommandName(), program);
        }
    },
    /** The bash script, which zsh can run too. It can be sourced, or be in a folder of fpath. */
    ZSH {
        @Override
        public String generate(CommandLine program) {
            String name = program.getCommandName();
            return "#compdef " + name + "\n" + BASH.generate(program);
        }
    },
    FISH {
        @Override
        public String generate(CommandLine program) {
            return FishCompletion.generate(program);
        }
    };

    /** Returns the whole script. */
    public abstract String generate(CommandLine program);

    /** Returns the names of the shells, as the command line has them. */
    public static List<String> names() {
        return Stream.of(values()).map(ShellCompletion::toString).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
