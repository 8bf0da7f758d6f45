package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.check.Assembler;
import dev.plimsoll.gateway.config.check.Checker;
import dev.plimsoll.gateway.config.check.Consistency;
import dev.plimsoll.gateway.config.check.Faults;
import dev.plimsoll.gateway.config.check.Paths;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.References;
import dev.plimsoll.gateway.config.check.Settings;
import dev.plimsoll.gateway.config.check.Variables;
import dev.plimsoll.gateway.config.check.Written;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.gateway.config.source.Node;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.gateway.config.source.SourceException;
import dev.plimsoll.gateway.config.source.SourceFile;
import dev.plimsoll.policy.Preset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration: defaults, then the preset, the file, the environment, the command line; each goes before the one
 * in front of it. Without a file and variables this loads no parser and touches the disk once.
 */
public final class ConfigurationReader {

    private static final String NAME = "plimsoll.yaml";
    private static final String OTHER_NAME = "plimsoll.json";

    private final Surroundings surroundings;

    public ConfigurationReader(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static ConfigurationReader ofThisProcess() {
        return new ConfigurationReader(Surroundings.ofThisProcess());
    }

    /**
     * Throws with every fault there is.
     *
     * @param otherwise what is read where neither {@code named} nor the variable PLIMSOLL_CONFIG names a file
     * @param named a file that has to be there, as given on the command line
     */
    public Loaded read(DefaultFile otherwise, @Nullable String named, List<Flag> flags) throws ConfigurationException {
        return new Reading(otherwise, named, flags).loaded();
    }

    /** The named file; without a name that of the working folder, and without one there the user's own. */
    public Loaded readNearest(@Nullable String named, List<Flag> flags) throws ConfigurationException {
        Loaded near = read(DefaultFile.WORKING_FOLDER, named, flags);
        // what clients start reads the user's own
        return near.file() == null && named == null ? read(DefaultFile.USER, null, flags) : near;
    }

    /** The files that it may come from, whether they are there or not; none where what is named is no path. */
    public List<Path> places(DefaultFile otherwise, @Nullable String named) {
        String wanted = named == null ? surroundings.environment().get(Variables.CONFIG) : named;
        try {
            if (wanted != null && !wanted.isEmpty()) {
                return List.of(surroundings.workingFolder().resolve(wanted));
            }
            Path folder = otherwise == DefaultFile.USER ? surroundings.userFolder() : surroundings.workingFolder();
            return List.of(folder.resolve(NAME), folder.resolve(OTHER_NAME));
        } catch (InvalidPathException e) {
            return List.of();
        }
    }

    /** One reading: what is wrong is collected until everything has been looked at. */
    private final class Reading {

        private final DefaultFile otherwise;
        private final @Nullable String named;
        private final List<Flag> flags;
        private final Faults faults = new Faults();
        private @Nullable Path file;

        Reading(DefaultFile otherwise, @Nullable String named, List<Flag> flags) {
            this.otherwise = otherwise;
            this.named = named;
            this.flags = flags;
        }

        Loaded loaded() throws ConfigurationException {
            Node written = file();
            Path data = data(written);
            if (written == null && flags.isEmpty() && faults.none() && !Variables.any(surroundings.environment())) {
                return new Loaded(Configuration.defaults(data).given(given()), faults.odd(), file, null);
            }
            References references = new References(surroundings.environment(), data);
            Settings set = new Settings(Keys.root(), Origin.of("defaults"));
            if (written != null) {
                set.add(new Checker(references, faults, false).check(Keys.root(), written));
            }
            addVariables(set, references);
            addFlags(set, references);
            Settings all = PresetSettings.of(set.get("preset", Preset.class));
            all.add(set);
            Paths paths = new Paths(data, surroundings.home());
            new Consistency(all, paths, faults).check();
            if (!faults.none()) {
                throw new ConfigurationException(faults.wrong());
            }
            return new Loaded(new Assembler(all, paths).configuration().given(given()), faults.odd(), file, all);
        }

        /** What another command must be told to read the same file and use the same folder. */
        private String given() {
            StringBuilder options = new StringBuilder();
            if (named != null) {
                options.append(" --config ").append(ShellWord.of(named));
            }
            for (Flag flag : flags) {
                if (flag.path().equals("data")) {
                    options.append(" --data ").append(ShellWord.of(flag.text()));
                }
            }
            return options.toString();
        }

        private void addVariables(Settings set, References references) {
            if (Variables.any(surroundings.environment())) {
                Variables variables = new Variables(surroundings.environment(), faults);
                set.add(variables.read(references));
                variables.reportUnknown(references.used());
            }
        }

        private void addFlags(Settings set, References references) {
            for (Flag flag : flags) {
                try {
                    Node written = Written.at(List.of(flag.path().split("\\.", -1)), flag.text(), flag.option());
                    set.add(new Checker(references, faults, false).check(Keys.root(), written));
                } catch (SourceException e) {
                    faults.wrong(e.faults());
                }
            }
        }

        private @Nullable Node file() {
            String wanted = named == null ? surroundings.environment().get(Variables.CONFIG) : named;
            try {
                if (wanted != null && !wanted.isEmpty()) {
                    file = surroundings.workingFolder().resolve(wanted);
                    return SourceFile.read(file, wanted);
                }
                Path folder = otherwise == DefaultFile.USER ? surroundings.userFolder() : surroundings.workingFolder();
                return defaultFile(folder, folder.resolve(NAME), folder.resolve(OTHER_NAME));
            } catch (SourceException e) {
                faults.wrong(e.faults());
            } catch (InvalidPathException e) {
                faults.wrong("", Origin.of("--config"), "is no path");
            }
            return null;
        }

        private @Nullable Node defaultFile(Path folder, Path first, Path second) throws SourceException {
            if (!Files.exists(folder)) {
                return null;
            }
            boolean both = Files.exists(first);
            if (both && Files.exists(second)) {
                faults.odd("", Origin.of(shown(second)), "is not read, since " + NAME + " is there too");
            }
            file = both ? first : Files.exists(second) ? second : null;
            return file == null ? null : SourceFile.read(file, shown(file));
        }

        private String shown(Path path) {
            return otherwise == DefaultFile.USER ? path.toString() : String.valueOf(path.getFileName());
        }

        /** Known before the rest is checked: files with secrets are looked for there. What is wrong is found later. */
        private Path data(@Nullable Node written) {
            Node.Field field = written instanceof Node.Fields fields ? fields.field("data") : null;
            boolean set = field != null
                    && field.value() instanceof Node.Text
                    && !field.value().isNull();
            String text = set && field != null && field.value() instanceof Node.Text value ? value.text() : "";
            String variable = surroundings.environment().getOrDefault(EnvironmentName.PREFIX + "DATA", "");
            text = variable.isEmpty() ? text : variable;
            for (Flag flag : flags) {
                text = flag.path().equals("data") ? flag.text() : text;
            }
            try {
                return text.isEmpty()
                        ? surroundings.dataFolder()
                        : new Paths(surroundings.workingFolder(), surroundings.home()).absolute(text);
            } catch (InvalidPathException e) {
                return surroundings.dataFolder();
            }
        }
    }
}
