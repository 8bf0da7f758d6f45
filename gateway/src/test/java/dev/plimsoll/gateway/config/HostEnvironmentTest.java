package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostEnvironmentTest {

    @TempDir
    private Path home;

    private static HostEnvironment environment(Map<String, String> environment, Path folder) {
        return new HostEnvironment(environment, folder, HostEnvironment.findHome(environment, "/users/list"), "Linux");
    }

    @Test
    void homeVariableOverridesUserDatabase() {
        HostEnvironment withHome = environment(Map.of("HOME", home.toString()), home);

        assertThat(withHome.defaultDataFolder()).isEqualTo(home.resolve(".local/share/plimsoll"));
        assertThat(withHome.userConfigFolder()).isEqualTo(home.resolve(".config/plimsoll"));
        assertThat(environment(Map.of(), home).home()).isEqualTo(Path.of("/users/list"));
        assertThat(environment(Map.of("HOME", ""), home).home()).isEqualTo(Path.of("/users/list"));
        assertThat(environment(Map.of("HOME", "relative"), home).home()).isEqualTo(Path.of("/users/list"));
    }

    @Test
    void xdgVariablesOverrideHome() {
        Map<String, String> environment = Map.of(
                "HOME", home.toString(),
                "XDG_DATA_HOME", home.resolve("data").toString(),
                "XDG_CONFIG_HOME", home.resolve("config").toString());

        assertThat(environment(environment, home).defaultDataFolder()).isEqualTo(home.resolve("data/plimsoll"));
        assertThat(environment(environment, home).userConfigFolder()).isEqualTo(home.resolve("config/plimsoll"));
    }
}
