package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherEnvironmentTest {

    @TempDir
    Path folder;

    private Map<String, String> create(Map<String, String> environment) {
        return LauncherEnvironment.create(environment, folder.toString());
    }

    @Test
    void setsUtf8WithoutLocale() {
        assertThat(create(Map.of())).containsEntry("LC_CTYPE", "C.UTF-8").doesNotContainKey("LC_ALL");
        assertThat(create(Map.of("LC_ALL", "C")))
                .containsEntry("LC_ALL", "C.UTF-8")
                .containsEntry("LC_CTYPE", "C.UTF-8");
        assertThat(create(Map.of("LANG", "de_DE.UTF-8", "LC_ALL", ""))).doesNotContainKey("LC_CTYPE");
    }

    @Test
    void setsFolderLikeShell() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        assertThat(create(Map.of("PWD", "/"))).containsEntry("PWD", folder.toString());
        assertThat(create(Map.of("PWD", link.toString()))).containsEntry("PWD", link.toString());
        assertThat(create(Map.of("PWD", folder + "/../" + folder.getFileName())))
                .containsEntry("PWD", folder.toString());
    }

    @Test
    void removesUnderscoreVariable() {
        assertThat(create(Map.of("_", "/usr/bin/client", "SHLVL", "2")))
                .doesNotContainKey("_")
                .containsEntry("SHLVL", "2");
    }

    @Test
    void recognizesLocalesWithUtf8() {
        assertThat(LauncherEnvironment.isUtf8(Map.of())).isTrue();
        assertThat(LauncherEnvironment.isUtf8(Map.of("LANG", "en_US.utf8"))).isTrue();
        assertThat(LauncherEnvironment.isUtf8(Map.of("LANG", "en_US.UTF-8", "LC_CTYPE", "ru_RU.KOI8-R")))
                .isFalse();
    }
}
