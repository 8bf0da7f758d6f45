package dev.plimsoll.gateway.replica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParkedCallIdsTest {

    private static final byte[] OLD = "the key that all replicas have".getBytes(UTF_8);
    private static final byte[] FRESH = "and the one that comes after it".getBytes(UTF_8);

    @Test
    void containsReplicaName() {
        ParkedCallIds one = new ParkedCallIds(List.of(OLD));
        ParkedCallIds other = new ParkedCallIds(List.of(OLD));
        String id = one.create();
        assertThat(ParkedCallIds.isParkedCallId(id)).isTrue();
        assertThat(id.length()).isLessThanOrEqualTo(ParkedCallIds.MAX_LENGTH);
        assertThat(other.findOtherReplica(id)).isEqualTo(one.replica()).isNotEqualTo(other.replica());
        assertThat(one.findOtherReplica(id)).isNull();
    }

    @Test
    void acceptsIdsOfAllKeys() {
        String before = new ParkedCallIds(List.of(OLD)).create();
        String after = new ParkedCallIds(List.of(FRESH, OLD)).create();
        ParkedCallIds both = new ParkedCallIds(List.of(OLD, FRESH));
        assertThat(both.findOtherReplica(before)).isNotNull();
        assertThat(both.findOtherReplica(after)).isNotNull();
        assertThat(new ParkedCallIds(List.of(OLD)).findOtherReplica(after)).isNull();
        assertThat(ParkedCallIds.forSingleReplica().findOtherReplica(before)).isNull();
    }

    @Test
    void rejectsForgedIds() {
        ParkedCallIds parkedCallIds = new ParkedCallIds(List.of(OLD));
        String id = new ParkedCallIds(List.of(OLD)).create();
        for (int i = 0; i < id.length(); i++) {
            char other = id.charAt(i) == 'A' ? 'B' : 'A';
            String changed = id.substring(0, i) + other + id.substring(i + 1);
            assertThat(parkedCallIds.findOtherReplica(changed)).as("at %s", i).isNull();
        }
        for (String invalid :
                List.of("", "input.", "input...", "input.a.b.c", "input." + parkedCallIds.replica(), "sealed.x")) {
            assertThat(parkedCallIds.findOtherReplica(invalid)).as(invalid).isNull();
        }
        assertThat(parkedCallIds.findOtherReplica(id + "A")).isNull();
        assertThat(parkedCallIds.findOtherReplica("input." + "x".repeat(1_000_000)))
                .isNull();
    }

    @Test
    void createsUniqueIds() {
        ParkedCallIds parkedCallIds = new ParkedCallIds(List.of(OLD));
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(all.add(parkedCallIds.create())).isTrue();
        }
    }
}
