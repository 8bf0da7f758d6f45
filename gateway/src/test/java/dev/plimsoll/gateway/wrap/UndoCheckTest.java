package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UndoCheckTest {

    private static final String TEXT = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}}";

    private final List<WrapServer> servers = ConfigTexts.servers(FileFormat.JSON, TEXT);
    private final UndoCheck undoCheck = new UndoCheck(FileFormat.JSON, TEXT, ConfigTexts.LAUNCHER, servers);

    @Test
    void refusesOnlyTheChangeThatCannotBeUndone() {
        List<ServerChange> changes =
                new ServerWrapper(FileFormat.JSON.editor(TEXT), ConfigTexts.LAUNCHER, Map.of()).wrap(servers, servers);
        ServerChange irreversible = new ServerChange(servers.get(1), "wrapped", List.of(TextEdit.insert(1, " ")));

        assertThat(undoCheck.keepReversible(changes)).isEqualTo(changes);
        assertThat(undoCheck.keepReversible(List.of(changes.get(0), irreversible)))
                .extracting(ServerChange::description)
                .containsExactly("wrapped", "unchanged: unwrap could not restore its layout; change it by hand");
    }

    @Test
    void refusesAChangeThatBreaksTheText() {
        ServerChange breaking = new ServerChange(servers.get(0), "wrapped", List.of(TextEdit.delete(0, 1)));

        assertThat(undoCheck.keepReversible(List.of(breaking)))
                .singleElement()
                .satisfies(change -> assertThat(change.edits()).isEmpty());
    }
}
