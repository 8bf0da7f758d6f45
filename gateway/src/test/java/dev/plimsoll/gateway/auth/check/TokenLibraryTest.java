package dev.plimsoll.gateway.auth.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.policy.Tier;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks that jose4j, the library for access tokens, is loaded only if an issuer is configured. */
class TokenLibraryTest {

    /** Loads all classes of the class path again, but finds no classes of jose4j. */
    private static final class LoaderWithoutLibrary extends URLClassLoader {

        LoaderWithoutLibrary() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                    .map(entry -> toUrl(Path.of(entry)))
                    .toArray(URL[]::new);
        }

        private static URL toUrl(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.jose4j.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    private static void runWithoutLibrary(String method) throws Exception {
        try (URLClassLoader loader = new LoaderWithoutLibrary()) {
            Method testMethod =
                    loader.loadClass(TokenLibraryTest.class.getName()).getDeclaredMethod(method);
            testMethod.setAccessible(true);
            testMethod.invoke(null);
        }
    }

    static void useStaticTokens() throws NotAdmittedException {
        InstantSource clock = InstantSource.system();
        NewToken token = NewToken.from(new SplittableRandom(1));
        AccessConfig config = new AccessConfig(
                List.of(new CallerToken("alice", token.hash(), Tier.ADMIN, null)),
                null,
                null,
                null,
                TrafficConfig.defaults(),
                AccessRules.NONE);
        String header = "Bearer " + token.text();
        IdentificationFactory.create(config, clock, log())
                .identify(new RequestCredentials(List.of(header), null, "http://localhost", "/mcp", null));
    }

    private static Log log() {
        return new Log(new PrintStream(OutputStream.nullOutputStream(), true, UTF_8), LogSeverity.ERROR);
    }

    static void useIssuer() throws IOException, NotAdmittedException {
        try (SimulatedIssuer issuer = SimulatedIssuer.with()) {
            AccessTokens.of(issuer.settings(null), Set.of(), InstantSource.system(), log())
                    .authenticate("e30.e30.AA", "", "");
        }
    }

    @Test
    void staticTokensNeedNoLibrary() throws Exception {
        runWithoutLibrary("useStaticTokens");
    }

    @Test
    void issuersNeedLibrary() {
        assertThatThrownBy(() -> runWithoutLibrary("useIssuer"))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(NoClassDefFoundError.class)
                .hasMessageContaining("org/jose4j");
    }
}
