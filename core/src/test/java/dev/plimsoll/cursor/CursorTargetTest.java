package dev.plimsoll.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.store.SnapshotId;
import org.junit.jupiter.api.Test;

class CursorTargetTest {

    private static final SnapshotId ID = new SnapshotId(0x1234_5678, 0x9abc_def0);

    @Test
    void refusesValuesOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CursorTarget(ID, -1, 0))
                .withMessage("view: must be at least 0, got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CursorTarget(ID, 0, -1))
                .withMessage("position: must be from 0 to 2^56 - 1, got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CursorTarget(ID, 0, 1L << 56))
                .withMessageContaining("72057594037927936");
    }

    @Test
    void toStringOmitsTheSnapshotId() {
        assertThat(new CursorTarget(ID, 1, 2)).hasToString("CursorTarget[view 1, position 2]");
    }
}
