package dev.plimsoll.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.reload.ConfigChange;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for the members of an attempt. */
class ReloadHistoryServiceTest {

    private static String write(List<ConfigChange> deferredChanges) {
        JsonWriter json = new JsonWriter(1 << 10);
        ReloadHistoryService.write(
                new ReloadAttempt(Instant.EPOCH, "file", Result.UNCHANGED, List.of(), List.of(), deferredChanges, 0),
                json);
        return json.slice().utf8();
    }

    @Test
    void listsChangesThatTakeEffectAtTheNextStart() {
        assertThat(write(List.of(new ConfigChange("listen", "127.0.0.1:8080", "127.0.0.1:9090", false))))
                .contains("\"changes\":[],\"fromNextStart\":[{\"path\":\"listen\",\"was\":\"127.0.0.1:8080\"");
        assertThat(write(List.of())).doesNotContain("fromNextStart");
    }
}
