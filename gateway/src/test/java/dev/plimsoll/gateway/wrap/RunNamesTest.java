package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunNamesTest {

    @Test
    void noServerGetsTheNameOfPlimsoll() {
        RunNames names = new RunNames();
        assertThat(names.nameFor("Plimsoll")).isEqualTo("plimsoll-2");
        assertThat(names.nameFor("files")).isEqualTo("files");
    }
}
