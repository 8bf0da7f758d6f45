package dev.plimsoll.gateway.shell;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Scripts that let a shell complete what is typed. */
public enum ShellCompletion {
    BASH {
        @Override
        public String of(CommandLine program) {
            return AutoComplete.bash(program.getCommandName(), program);
        }
    },
    /** Takes bash's script by its own emulation, whether it is sourced or lies in a folder of fpath. */
    ZSH {
        @Override
        public String of(CommandLine program) {
            String name = program.getCommandName();
            return "#compdef " + name + "\n" + BASH.of(program);
        }
    },
    FISH {
        @Override
        public String of(CommandLine program) {
            return FishCompletion.of(program);
        }
    };

    /** The whole script. */
    public abstract String of(CommandLine program);

    /** What may be asked for, as it is typed. */
    public static List<String> names() {
        return Stream.of(values()).map(ShellCompletion::toString).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
