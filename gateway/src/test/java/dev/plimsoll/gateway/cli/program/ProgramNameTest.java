package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {

    @ParameterizedTest
    @CsvSource({
        "./plimsoll, ./plimsoll",
        "../clone/plimsoll, ../clone/plimsoll",
        "/home/kim/clone/plimsoll, /home/kim/clone/plimsoll",
        "/usr/bin/plimsoll, plimsoll",
        "/usr/bin/deeper/plimsoll, /usr/bin/deeper/plimsoll",
        "plimsoll, ./plimsoll"
    })
    void printsThePathThatAShellFinds(String launcherPath, String expected) {
        assertThat(ProgramName.resolve(launcherPath, Map.of("PATH", "/usr/local/bin:/usr/bin")))
                .isEqualTo(expected);
    }

    @Test
    void nameWithoutLauncherIsPlimsoll() {
        assertThat(ProgramName.resolve(null, Map.of())).isEqualTo("plimsoll");
    }
}
