package dev.plimsoll.redis;

import dev.plimsoll.redis.RedisAddress.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.StaticCommandFlagsRegistry;
import redis.clients.jedis.executors.ClusterCommandExecutor;
import redis.clients.jedis.executors.CommandExecutor;
import redis.clients.jedis.executors.DefaultCommandExecutor;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/** Opens connections to a single Redis, to the master that sentinels report, or to a cluster. */
final class RedisConnections {

    private static final int CLUSTER_ATTEMPTS = 3;

    private final RedisSettings settings;

    /** Receives each connection that a command is about to use. */
    private final UnaryOperator<Connection> onConnection;

    RedisConnections(RedisSettings settings, UnaryOperator<Connection> onConnection) {
        this.settings = settings;
        this.onConnection = onConnection;
    }

    /**
     * Creates the executor. Contacts sentinels and cluster nodes immediately, but a single Redis only with the first command.
     */
    CommandExecutor open() {
        RedisAddress address = settings.address();
        return switch (address.kind()) {
            case SINGLE ->
                new DefaultCommandExecutor(
                        new SingleNodeProvider(nodes().iterator().next()));
            case SENTINEL -> new DefaultCommandExecutor(new SentinelProvider(String.valueOf(address.master())));
            case CLUSTER ->
                new ClusterCommandExecutor(
                        new ClusterProvider(),
                        CLUSTER_ATTEMPTS,
                        settings.timeout(),
                        StaticCommandFlagsRegistry.registry());
        };
    }

    private Set<HostAndPort> nodes() {
        Set<HostAndPort> nodes = new LinkedHashSet<>();
        for (Node node : settings.address().nodes()) {
            nodes.add(new HostAndPort(node.host(), node.port()));
        }
        return nodes;
    }

    private JedisClientConfig config() {
        RedisAddress address = settings.address();
        return config(address.user(), address.password(), address.database());
    }

    private JedisClientConfig sentinelConfig() {
        RedisAddress address = settings.address();
        return config(address.sentinelUser(), address.sentinelPassword(), 0);
    }

    private JedisClientConfig config(@Nullable String user, @Nullable String password, int database) {
        int millis = (int) settings.timeout().toMillis();
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .resp2()
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .user(user)
                .password(password)
                .database(database)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (settings.address().isTls()) {
            Path certificates = settings.trustedCertificates();
            config.sslOptions(
                    certificates == null
                            ? TrustedCertificates.systemDefaults()
                            : TrustedCertificates.fromFile(certificates));
        }
        return config.build();
    }

    private ConnectionPoolConfig pool() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(settings.connections());
        pool.setMaxIdle(settings.connections());
        pool.setMaxWait(settings.timeout());
        pool.setJmxEnabled(false);
        pool.setTestWhileIdle(false);
        // no background checks: a command notices a broken connection when it uses it
        pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        return pool;
    }

    private final class SingleNodeProvider extends PooledConnectionProvider {

        SingleNodeProvider(HostAndPort node) {
            super(node, config(), pool());
        }

        @Override
        public Connection getConnection() {
            return onConnection.apply(super.getConnection());
        }

        @Override
        public Connection getConnection(CommandArguments command) {
            return onConnection.apply(super.getConnection(command));
        }
    }

    private final class SentinelProvider extends SentineledConnectionProvider {

        SentinelProvider(String master) {
            super(master, config(), pool(), nodes(), sentinelConfig());
        }

        @Override
        public Connection getConnection() {
            return onConnection.apply(super.getConnection());
        }

        @Override
        public Connection getConnection(CommandArguments command) {
            return onConnection.apply(super.getConnection(command));
        }
    }

    private final class ClusterProvider extends ClusterConnectionProvider {

        ClusterProvider() {
            super(nodes(), config(), pool());
        }

        @Override
        public Connection getConnection(HostAndPort node) {
            return onConnection.apply(super.getConnection(node));
        }

        @Override
        public Connection getConnection(CommandArguments command) {
            return onConnection.apply(super.getConnection(command));
        }
    }
}
