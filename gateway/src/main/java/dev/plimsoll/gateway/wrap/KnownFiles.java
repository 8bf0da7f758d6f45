package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the configuration files of known clients, in the home folder and in the current project. */
public final class KnownFiles {

    private final Path home;
    private final Path project;

    public KnownFiles(Path home, Path project) {
        this.home = home;
        this.project = project;
    }

    /** Returns a line for each existing file with servers: path, client, and number of servers. */
    public List<String> describe() {
        List<String> lines = new ArrayList<>();
        findExisting(KnownClient.ALL).forEach((path, label) -> {
            String description = describeServers(path);
            if (description != null) {
                lines.add(TerminalText.shellWord(path.toString()) + "  " + label + ", " + description);
            }
        });
        return lines;
    }

    /**
     * Returns the files of a client; only those that exist, and have servers or cannot be read.
     *
     * @param client id of the client
     * @throws WrapException if there is no such client, or it has no such file
     */
    public List<Path> filesOfClient(String client) throws WrapException {
        KnownClient knownClient = KnownClient.find(client)
                .orElseThrow(() -> new WrapException(
                        client + " does not exist, and no client has this name; clients: " + KnownClient.joinIds()));
        List<Path> files = findWithServers(List.of(knownClient));
        if (files.isEmpty()) {
            throw new WrapException("no configuration of " + knownClient.label()
                    + " with servers was found; looked for " + String.join(", ", searchedPaths(knownClient)));
        }
        return files;
    }

    /** Returns the files of all clients; only those that exist, and have servers or cannot be read. */
    public List<Path> filesOfAllClients() throws WrapException {
        List<Path> files = findWithServers(KnownClient.ALL);
        if (files.isEmpty()) {
            throw new WrapException("no client configuration with servers was found in the usual places");
        }
        return files;
    }

    private List<Path> findWithServers(List<KnownClient> clients) {
        return findExisting(clients).keySet().stream()
                .filter(path -> describeServers(path) != null)
                .toList();
    }

    private List<String> searchedPaths(KnownClient client) {
        List<String> searchedPaths = new ArrayList<>();
        client.homeFiles().forEach(file -> searchedPaths.add("~/" + file));
        client.projectFiles().forEach(file -> searchedPaths.add(file + " in this folder"));
        return searchedPaths;
    }

    private Map<Path, String> findExisting(List<KnownClient> clients) {
        Map<Path, String> files = new TreeMap<>();
        for (KnownClient client : clients) {
            client.homeFiles().stream()
                    .flatMap(file -> expand(home, file).stream())
                    .forEach(path -> files.put(path, client.label()));
        }
        for (KnownClient client : clients) {
            // if the project is the home folder, a file of the project can also be a file of the home folder
            client.projectFiles().stream()
                    .flatMap(file -> expand(project, file).stream())
                    .filter(path -> !files.containsKey(path.toAbsolutePath().normalize()))
                    .forEach(path -> files.put(path, client.label() + ", this project"));
        }
        files.keySet().removeIf(path -> !Files.isRegularFile(path));
        return files;
    }

    /** Returns the file with a name, or the files of a folder if the name ends with {@code /*}. */
    private static List<Path> expand(Path folder, String name) {
        if (!name.endsWith("/*")) {
            return List.of(folder.resolve(name));
        }
        Path parent = folder.resolve(name.substring(0, name.length() - 2));
        try (Stream<Path> files = Files.list(parent)) {
            return files.filter(KnownFiles::isConfiguration).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isConfiguration(Path file) {
        String name = file.toString();
        return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    }

    /** Describes the servers of a file, or says why it cannot be read. Returns null if it has no servers. */
    private static @Nullable String describeServers(Path path) {
        try {
            int count = WrapServers.findAll(
                            FileFormat.of(path).parse(ConfigFile.read(path).text()))
                    .size();
            return count == 0 ? null : count + (count == 1 ? " server" : " servers");
        } catch (IOException | WrapException e) {
            return "cannot be read";
        } catch (SyntaxException e) {
            return "not " + FileFormat.of(path) + ": " + e.getMessage();
        }
    }
}
