package dev.plimsoll.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.redis.RedisAddress.Kind;
import dev.plimsoll.redis.RedisAddress.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {

    @Test
    void parsesOneHost() {
        RedisAddress address = RedisAddress.parse("rediss://plim:s%40crt+%3A@redis.example:6390/3");
        assertThat(address.kind()).isEqualTo(Kind.SINGLE);
        assertThat(address.isTls()).isTrue();
        assertThat(address.nodes()).containsExactly(new Node("redis.example", 6390));
        assertThat(address.user()).isEqualTo("plim");
        assertThat(address.password()).isEqualTo("s@crt+:");
        assertThat(address.database()).isEqualTo(3);
    }

    @Test
    void usesDefaults() {
        RedisAddress address = RedisAddress.parse("REDIS://:pass@[::1]/");
        assertThat(address.isTls()).isFalse();
        assertThat(address.nodes()).containsExactly(new Node("::1", 6379));
        assertThat(address.user()).isNull();
        assertThat(address.password()).isEqualTo("pass");
        assertThat(address.database()).isZero();
        assertThat(address).hasToString("redis://[::1]:6379");
    }

    @Test
    void parsesSentinels() {
        RedisAddress address = RedisAddress.parse(
                "rediss-sentinel://u:p@a,b:5000/2?master=main&sentinelUser=s&sentinelPassword=t%26t");
        assertThat(address.kind()).isEqualTo(Kind.SENTINEL);
        assertThat(address.isTls()).isTrue();
        assertThat(address.nodes()).containsExactly(new Node("a", 26_379), new Node("b", 5000));
        assertThat(address.master()).isEqualTo("main");
        assertThat(address.sentinelUser()).isEqualTo("s");
        assertThat(address.sentinelPassword()).isEqualTo("t&t");
        assertThat(address).hasToString("rediss-sentinel://a:26379,b:5000/2?master=main");
    }

    @Test
    void parsesClusterNodes() {
        RedisAddress address = RedisAddress.parse("redis-cluster://a:7000,b:7001,[fe80::1]:7002");
        assertThat(address.kind()).isEqualTo(Kind.CLUSTER);
        assertThat(address.nodes()).hasSize(3).last().isEqualTo(new Node("fe80::1", 7002));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "redis",
                "http://host",
                "redis://",
                "redis://a,b",
                "redis://host:port",
                "redis://host:70000",
                "redis://host/x",
                "redis://host/-1",
                "redis://secret@host",
                "redis://::1",
                "redis://:sec%ret@host",
                "redis://host?timeout=5",
                "redis-sentinel://a,b/0",
                "redis-sentinel://a?master=",
                "redis://a?master=m",
                "redis-cluster://a/1",
                "redis-cluster://a,,b"
            })
    void rejectsInvalidAddresses(String url) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContainingAny("secret", "sec%ret");
    }

    @Test
    void showsNoSecret() {
        RedisSettings settings = RedisSettings.of("redis-sentinel://usr:pwd@host?master=m&sentinelPassword=spw");
        assertThat(settings.toString()).contains("host:26379").doesNotContain("usr", "pwd", "spw");
    }

    @Test
    void rejectsInvalidSettings() {
        RedisSettings settings = RedisSettings.of("redis://host");
        assertThatThrownBy(() -> settings.withPrefix("a{b}")).hasMessageContaining("prefix: must be");
        assertThatThrownBy(() -> settings.withConnections(0)).hasMessageContaining("connections: must be");
        assertThatThrownBy(() -> settings.withMaxValueBytes(10)).hasMessageContaining("maxValueBytes: must be");
    }
}
