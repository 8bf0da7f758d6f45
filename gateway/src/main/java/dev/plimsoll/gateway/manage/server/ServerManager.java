package dev.plimsoll.gateway.manage.server;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.manage.server.ManagedServer.Phase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the servers of a running gateway, and updates them to a new configuration. A change of one server does not
 * affect the sessions of other servers.
 */
public final class ServerManager {

    /**
     * Maximum number of server names that a gateway accepts until it ends, because the hub never forgets the tool
     * names of a server.
     */
    private static final int MAX_NAMES = 1_000;

    private final Factory factory;
    private final Log log;
    private final Map<String, ManagedServer> serversByName = new LinkedHashMap<>();
    private final Set<CompletableFuture<Void>> pendingCloses = new HashSet<>();
    private List<String> names = List.of();
    private Configuration configuration;
    private volatile @Nullable Listener listener;

    /** Creates the backend of a server. */
    @FunctionalInterface
    public interface Factory {
        ServerBackend create(ServerConfig serverConfig, Configuration configuration);
    }

    /** Receives changes of the servers. */
    public interface Listener {

        /**
         * Receives the servers after a change.
         *
         * @param running the servers that clients can use, in configuration order
         * @param changedNames names of the servers that were replaced, started, or stopped
         */
        void onChanged(List<ServerBackend> running, Set<String> changedNames);

        /** Receives a server with a new name. */
        void onAdded(ServerBackend server);

        /** Receives the name of a server that is no longer in the configuration. */
        void onRemoved(String name);

        /** Receives the name of a server whose previous processes have ended. */
        void onClosed(String name);
    }

    /** Creates the servers of a configuration. */
    public ServerManager(Configuration configuration, Factory factory, Log log) {
        this.configuration = configuration;
        this.factory = factory;
        this.log = log;
        for (ServerConfig serverConfig : findServable(configuration)) {
            serversByName.put(serverConfig.name(), create(serverConfig));
        }
        names = List.copyOf(serversByName.keySet());
    }

    private ManagedServer create(ServerConfig serverConfig) {
        return new ManagedServer(
                serverConfig.name(),
                factory.create(serverConfig, configuration),
                ServerSettings.of(serverConfig, configuration),
                configuredPhase(serverConfig.name()));
    }

    /**
     * Returns the configured servers with a command or a URL. Entries without these only have settings for
     * {@code plimsoll run}.
     */
    public static List<ServerConfig> findServable(Configuration configuration) {
        return configuration.servers().stream()
                .filter(serverConfig -> !serverConfig.command().isEmpty() || serverConfig.url() != null)
                .toList();
    }

    private Phase configuredPhase(String name) {
        return configuration.serving().management().stopped().contains(name) ? Phase.STOPPED : Phase.RUNNING;
    }

    /** Sets the listener, which receives later changes. */
    public synchronized void setListener(Listener newListener) {
        listener = newListener;
    }

    /** Returns all servers of the configuration, including stopped servers. */
    public synchronized List<ServerBackend> servers() {
        return names.stream().<ServerBackend>map(serversByName::get).toList();
    }

    /**
     * Returns all servers since the start of the gateway, including removed servers: their stored results can
     * still be read.
     */
    public synchronized List<ServerBackend> serversSinceStart() {
        return List.copyOf(serversByName.values());
    }

    /** Returns the servers that clients can use. */
    public synchronized List<ServerBackend> runningServers() {
        return names.stream()
                .map(serversByName::get)
                .filter(server -> server.phase() == Phase.RUNNING)
                .<ServerBackend>map(server -> server)
                .toList();
    }

    /**
     * Returns why the servers of a new configuration cannot be used, one sentence for each reason; empty if
     * they can.
     */
    public synchronized List<String> findObstacles(Configuration newConfiguration) {
        Set<String> allNames = new HashSet<>(serversByName.keySet());
        List<ServerConfig> servers = findServable(newConfiguration);
        servers.forEach(serverConfig -> allNames.add(serverConfig.name()));
        List<String> obstacles = new ArrayList<>();
        if (servers.isEmpty()) {
            obstacles.add("servers: none has a command or a url; keep at least one. To end the process of a"
                    + " server, stop the server: enabled: false");
        }
        if (allNames.size() > MAX_NAMES) {
            obstacles.add("servers: the gateway has had " + MAX_NAMES + " server names since its start; restart it");
        }
        return obstacles;
    }

    /** Adds, removes, replaces, starts, and stops servers so that they match a new configuration. */
    public synchronized void apply(Configuration newConfiguration) {
        configuration = newConfiguration;
        Set<String> changedNames = new HashSet<>();
        List<ServerBackend> added = new ArrayList<>();
        List<String> configuredNames = new ArrayList<>();
        for (ServerConfig serverConfig : findServable(newConfiguration)) {
            String name = serverConfig.name();
            configuredNames.add(name);
            ManagedServer server = serversByName.get(name);
            boolean isNew = server == null || server.phase() == Phase.REMOVED;
            if (server == null) {
                server = create(serverConfig);
                serversByName.put(name, server);
            } else {
                update(server, serverConfig, changedNames);
            }
            if (isNew) {
                log.log(LogSeverity.INFO, "server added", "server", name);
                added.add(server);
            }
        }
        List<String> removed =
                names.stream().filter(name -> !configuredNames.contains(name)).toList();
        boolean isSameOrder = names.equals(configuredNames);
        names = List.copyOf(configuredNames);
        if (changedNames.isEmpty() && added.isEmpty() && removed.isEmpty() && isSameOrder) {
            return;
        }
        for (String name : removed) {
            log.log(LogSeverity.INFO, "server removed", "server", name);
            remove(get(name));
        }
        Listener current = listener;
        if (current != null) {
            added.forEach(current::onAdded);
            current.onChanged(runningServers(), Set.copyOf(changedNames));
        }
    }

    private ManagedServer get(String name) {
        ManagedServer server = serversByName.get(name);
        if (server == null) {
            throw new IllegalStateException("unknown server");
        }
        return server;
    }

    /** Updates a server to the configuration. If the server changes, adds its name to {@code changedNames}. */
    private void update(ManagedServer server, ServerConfig serverConfig, Set<String> changedNames) {
        ServerSettings settings = ServerSettings.of(serverConfig, configuration);
        Phase configuredPhase = configuredPhase(server.name());
        if (server.phase() == Phase.RUNNING && configuredPhase == Phase.STOPPED) {
            log.log(LogSeverity.INFO, "server stopped", "server", server.name());
        } else if (server.phase() == Phase.STOPPED && configuredPhase == Phase.RUNNING) {
            log.log(LogSeverity.INFO, "server started", "server", server.name());
        }
        if (!settings.equals(server.settings())
                || (configuredPhase == Phase.RUNNING && server.phase() != Phase.RUNNING)) {
            replace(server, serverConfig, configuredPhase);
            changedNames.add(server.name());
        } else if (server.phase() != configuredPhase) {
            closeInBackground(server.stop(configuredPhase), new CompletableFuture<>());
            changedNames.add(server.name());
        }
    }

    private void replace(ManagedServer server, ServerConfig serverConfig, Phase phase) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        ServerBackend previous = server.replace(
                factory.create(serverConfig, configuration),
                ServerSettings.of(serverConfig, configuration),
                phase,
                closed);
        closeInBackground(previous, closed);
    }

    private void remove(ManagedServer server) {
        ServerBackend backend = server.stop(Phase.REMOVED);
        Listener current = listener;
        if (current != null) {
            current.onRemoved(server.name());
        }
        closeInBackground(backend, new CompletableFuture<>());
    }

    /** Closes a backend without waiting, because the end of a process takes time. */
    private void closeInBackground(ServerBackend backend, CompletableFuture<Void> closed) {
        pendingCloses.removeIf(CompletableFuture::isDone);
        pendingCloses.add(closed);
        Runnable close = () -> {
            try {
                backend.close();
            } finally {
                closed.complete(null);
                Listener current = listener;
                if (current != null) {
                    current.onClosed(backend.name());
                }
            }
        };
        try {
            var _ = Thread.ofPlatform().name("plimsoll-stop-" + backend.name()).start(close);
        } catch (OutOfMemoryError e) {
            // no thread is left: the caller waits instead
            close.run();
        }
    }

    /**
     * Ends the processes and connections of a server. The next request starts it again.
     *
     * @return false if there is no such server, or it is stopped
     */
    public synchronized boolean restart(String name) {
        ManagedServer server = names.contains(name) ? serversByName.get(name) : null;
        ServerConfig serverConfig = findServable(configuration).stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElse(null);
        if (server == null || serverConfig == null || server.phase() != Phase.RUNNING) {
            return false;
        }
        log.log(LogSeverity.INFO, "server restarted", "server", name);
        replace(server, serverConfig, Phase.RUNNING);
        Listener current = listener;
        if (current != null) {
            current.onChanged(runningServers(), Set.of(name));
        }
        return true;
    }

    /**
     * Restarts servers when other processes request it, until the result is closed.
     *
     * @param onRestarted receives the name of a server that was restarted
     */
    public RestartRequests pollRestartRequests(Path data, Consumer<String> onRestarted) {
        return RestartRequests.startPolling(
                data,
                () -> runningServers().stream().map(ServerBackend::name).toList(),
                name -> {
                    if (restart(name)) {
                        onRestarted.accept(name);
                    }
                },
                e -> log.log(
                        LogSeverity.ERROR,
                        "a server could not be restarted",
                        "error",
                        e.getClass().getName()));
    }

    /** Waits until the backends that were replaced or stopped are closed. */
    public void awaitClosed() {
        List<CompletableFuture<Void>> pending;
        synchronized (this) {
            pending = List.copyOf(pendingCloses);
        }
        pending.forEach(CompletableFuture::join);
    }
}
