package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.check.Assembler;
import dev.plimsoll.gateway.config.check.Checker;
import dev.plimsoll.gateway.config.check.ConfigConsistency;
import dev.plimsoll.gateway.config.check.ConfigErrors;
import dev.plimsoll.gateway.config.check.ConfigPaths;
import dev.plimsoll.gateway.config.check.EnvironmentVariables;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.ScopeSettings;
import dev.plimsoll.gateway.config.check.SourceValue;
import dev.plimsoll.gateway.config.check.VariableReferences;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.gateway.config.source.SourceException;
import dev.plimsoll.gateway.config.source.SourceFile;
import dev.plimsoll.gateway.shell.ShellWord;
import dev.plimsoll.policy.Preset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration: defaults, then the preset, the file, the environment, and the command line. Each source
 * overrides the ones before it. Without a file, variables, and command-line values, it loads no parser. If the folder
 * of the default file does not exist, it accesses the disk once.
 */
public final class ConfigurationReader {

    private static final String YAML_NAME = "plimsoll.yaml";
    private static final String JSON_NAME = "plimsoll.json";

    private final HostEnvironment hostEnvironment;

    public ConfigurationReader(HostEnvironment hostEnvironment) {
        this.hostEnvironment = hostEnvironment;
    }

    public static ConfigurationReader forCurrentProcess() {
        return new ConfigurationReader(HostEnvironment.current());
    }

    /**
     * Reads the configuration.
     *
     * @param defaultFile the file to read if neither {@code explicitFile} nor the variable PLIMSOLL_CONFIG names one
     * @param explicitFile a file that must exist, as given on the command line; null if none was given
     * @throws ConfigurationException with all errors
     */
    public LoadedConfiguration read(
            DefaultFile defaultFile, @Nullable String explicitFile, List<CommandLineValue> flags)
            throws ConfigurationException {
        return new ReadOperation(defaultFile, explicitFile, flags, null).load();
    }

    /** Reads the configuration as {@link #read} does, with this text in place of the content of the file. */
    public LoadedConfiguration readText(
            DefaultFile defaultFile, @Nullable String explicitFile, List<CommandLineValue> flags, String text)
            throws ConfigurationException {
        return new ReadOperation(defaultFile, explicitFile, flags, text).load();
    }

    /** Reads the named file. Without a name, reads the file in the working folder, or else the user's own file. */
    public LoadedConfiguration readNearest(@Nullable String explicitFile, List<CommandLineValue> flags)
            throws ConfigurationException {
        LoadedConfiguration nearest = read(DefaultFile.WORKING_FOLDER, explicitFile, flags);
        // the user's own file is the one that processes started by clients read
        return nearest.file() == null && explicitFile == null ? read(DefaultFile.USER, null, flags) : nearest;
    }

    /**
     * Returns the paths at which the file is looked for, whether or not they exist; empty if the given name
     * is not a valid path.
     */
    public List<Path> findCandidateFiles(DefaultFile defaultFile, @Nullable String explicitFile) {
        String fileName =
                explicitFile == null ? hostEnvironment.environment().get(EnvironmentVariables.CONFIG) : explicitFile;
        try {
            if (fileName != null && !fileName.isEmpty()) {
                return List.of(hostEnvironment.workingFolder().resolve(fileName));
            }
            Path folder = defaultFile == DefaultFile.USER
                    ? hostEnvironment.userConfigFolder()
                    : hostEnvironment.workingFolder();
            return List.of(folder.resolve(YAML_NAME), folder.resolve(JSON_NAME));
        } catch (InvalidPathException e) {
            return List.of();
        }
    }

    /** One read of the configuration. Collects all errors before it fails. */
    private final class ReadOperation {

        private final DefaultFile defaultFile;
        private final @Nullable String explicitFile;
        private final List<CommandLineValue> flags;
        private final @Nullable String text;
        private final ConfigErrors configErrors = new ConfigErrors();
        private @Nullable Path file;

        /** @param text text that is used in place of the content of the file; null to read the file */
        ReadOperation(
                DefaultFile defaultFile,
                @Nullable String explicitFile,
                List<CommandLineValue> flags,
                @Nullable String text) {
            this.text = text;
            this.defaultFile = defaultFile;
            this.explicitFile = explicitFile;
            this.flags = flags;
        }

        LoadedConfiguration load() throws ConfigurationException {
            ConfigNode fileNode = readFile();
            Path data = findDataFolder(fileNode);
            if (fileNode == null
                    && flags.isEmpty()
                    && configErrors.isEmpty()
                    && !EnvironmentVariables.hasAny(hostEnvironment.environment())) {
                return new LoadedConfiguration(
                        Configuration.defaults(data, defaultFile.storeType()).withRerunOptions(rerunOptions()),
                        configErrors.warnings(),
                        file,
                        null);
            }
            VariableReferences variableReferences = new VariableReferences(hostEnvironment.environment(), data);
            ScopeSettings settings = new ScopeSettings(ConfigKeys.root(), ConfigOrigin.of("defaults"));
            if (fileNode != null) {
                settings.add(new Checker(variableReferences, configErrors, false).check(ConfigKeys.root(), fileNode));
            }
            addVariables(settings, variableReferences);
            addFlags(settings, variableReferences);
            ScopeSettings settingsWithPreset = PresetSettings.of(settings.get("preset", Preset.class));
            settingsWithPreset.add(settings);
            ConfigPaths configPaths = new ConfigPaths(data, hostEnvironment.home());
            new ConfigConsistency(settingsWithPreset, configPaths, configErrors).check();
            if (!configErrors.isEmpty()) {
                throw new ConfigurationException(configErrors.errors());
            }
            return new LoadedConfiguration(
                    new Assembler(settingsWithPreset, configPaths, defaultFile.storeType())
                            .createConfiguration()
                            .withRerunOptions(rerunOptions()),
                    configErrors.warnings(),
                    file,
                    settingsWithPreset);
        }

        /** Returns the options with which another command reads the same file and uses the same data folder. */
        private String rerunOptions() {
            StringBuilder options = new StringBuilder();
            if (explicitFile != null) {
                options.append(" --config ").append(ShellWord.quote(explicitFile));
            }
            for (CommandLineValue commandLineValue : flags) {
                if (commandLineValue.path().equals("data")) {
                    options.append(" --data ").append(ShellWord.quote(commandLineValue.text()));
                }
            }
            return options.toString();
        }

        private void addVariables(ScopeSettings settings, VariableReferences variableReferences) {
            if (EnvironmentVariables.hasAny(hostEnvironment.environment())) {
                EnvironmentVariables environmentVariables =
                        new EnvironmentVariables(hostEnvironment.environment(), configErrors);
                settings.add(environmentVariables.read(variableReferences));
                environmentVariables.reportUnknown(variableReferences.usedVariables());
            }
        }

        private void addFlags(ScopeSettings settings, VariableReferences variableReferences) {
            for (CommandLineValue commandLineValue : flags) {
                try {
                    ConfigNode flagNode = SourceValue.toNode(
                            List.of(commandLineValue.path().split("\\.", -1)),
                            commandLineValue.text(),
                            commandLineValue.option());
                    settings.add(
                            new Checker(variableReferences, configErrors, false).check(ConfigKeys.root(), flagNode));
                } catch (SourceException e) {
                    configErrors.addErrors(e.errors());
                }
            }
        }

        private @Nullable ConfigNode readFile() {
            String fileName = explicitFile == null
                    ? hostEnvironment.environment().get(EnvironmentVariables.CONFIG)
                    : explicitFile;
            try {
                if (fileName != null && !fileName.isEmpty()) {
                    file = hostEnvironment.workingFolder().resolve(fileName);
                    return read(file, fileName);
                }
                Path folder = defaultFile == DefaultFile.USER
                        ? hostEnvironment.userConfigFolder()
                        : hostEnvironment.workingFolder();
                return readDefaultFile(folder, folder.resolve(YAML_NAME), folder.resolve(JSON_NAME));
            } catch (SourceException e) {
                configErrors.addErrors(e.errors());
            } catch (InvalidPathException e) {
                configErrors.addError("", ConfigOrigin.of("--config"), "is not a valid path");
            }
            return null;
        }

        private @Nullable ConfigNode readDefaultFile(Path folder, Path yamlFile, Path jsonFile) throws SourceException {
            if (!Files.exists(folder)) {
                return null;
            }
            boolean hasYamlFile = Files.exists(yamlFile);
            if (hasYamlFile && Files.exists(jsonFile)) {
                configErrors.addWarning(
                        "", ConfigOrigin.of(displayName(jsonFile)), "is ignored because " + YAML_NAME + " exists");
            }
            file = hasYamlFile ? yamlFile : Files.exists(jsonFile) ? jsonFile : null;
            return file == null ? null : read(file, displayName(file));
        }

        private @Nullable ConfigNode read(Path existingFile, String name) throws SourceException {
            return text == null ? SourceFile.read(existingFile, name) : SourceFile.parse(text, name);
        }

        private String displayName(Path path) {
            return defaultFile == DefaultFile.USER ? path.toString() : String.valueOf(path.getFileName());
        }

        /**
         * Finds the data folder before the other settings are checked, because secret files are relative to it. Errors
         * are reported later.
         */
        private Path findDataFolder(@Nullable ConfigNode fileNode) {
            ConfigNode.Field field = fileNode instanceof ConfigNode.Fields fields ? fields.field("data") : null;
            boolean isSet = field != null
                    && field.value() instanceof ConfigNode.Text
                    && !field.value().isNull();
            String folder =
                    isSet && field != null && field.value() instanceof ConfigNode.Text value ? value.text() : "";
            String variable = hostEnvironment.environment().getOrDefault(EnvironmentName.PREFIX + "DATA", "");
            folder = variable.isEmpty() ? folder : variable;
            for (CommandLineValue commandLineValue : flags) {
                folder = commandLineValue.path().equals("data") ? commandLineValue.text() : folder;
            }
            try {
                return folder.isEmpty()
                        ? hostEnvironment.defaultDataFolder()
                        : new ConfigPaths(hostEnvironment.workingFolder(), hostEnvironment.home()).toAbsolute(folder);
            } catch (InvalidPathException e) {
                return hostEnvironment.defaultDataFolder();
            }
        }
    }
}
