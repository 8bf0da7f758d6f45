package dev.plimsoll.gateway.replica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParkedCallIdsTest {

    private static final byte[] OLD_KEY = "the key that all replicas have".getBytes(UTF_8);
    private static final byte[] NEW_KEY = "and the one that comes after it".getBytes(UTF_8);

    @Test
    void containsReplicaName() {
        ParkedCallIds first = new ParkedCallIds(List.of(OLD_KEY));
        ParkedCallIds second = new ParkedCallIds(List.of(OLD_KEY));
        String id = first.create();
        assertThat(ParkedCallIds.isParkedCallId(id)).isTrue();
        assertThat(id.length()).isLessThanOrEqualTo(ParkedCallIds.MAX_LENGTH);
        assertThat(second.findOtherReplica(id)).isEqualTo(first.replica()).isNotEqualTo(second.replica());
        assertThat(first.findOtherReplica(id)).isNull();
    }

    @Test
    void acceptsIdsOfAllKeys() {
        String withOldKey = new ParkedCallIds(List.of(OLD_KEY)).create();
        String withNewKey = new ParkedCallIds(List.of(NEW_KEY, OLD_KEY)).create();
        ParkedCallIds withBothKeys = new ParkedCallIds(List.of(OLD_KEY, NEW_KEY));
        assertThat(withBothKeys.findOtherReplica(withOldKey)).isNotNull();
        assertThat(withBothKeys.findOtherReplica(withNewKey)).isNotNull();
        assertThat(new ParkedCallIds(List.of(OLD_KEY)).findOtherReplica(withNewKey))
                .isNull();
        assertThat(ParkedCallIds.forSingleReplica().findOtherReplica(withOldKey))
                .isNull();
    }

    @Test
    void rejectsForgedIds() {
        ParkedCallIds parkedCallIds = new ParkedCallIds(List.of(OLD_KEY));
        String id = new ParkedCallIds(List.of(OLD_KEY)).create();
        for (int i = 0; i < id.length(); i++) {
            char replacement = id.charAt(i) == 'A' ? 'B' : 'A';
            String forged = id.substring(0, i) + replacement + id.substring(i + 1);
            assertThat(parkedCallIds.findOtherReplica(forged)).as("at %s", i).isNull();
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
        ParkedCallIds parkedCallIds = new ParkedCallIds(List.of(OLD_KEY));
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(ids.add(parkedCallIds.create())).isTrue();
        }
    }
}
