package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.re2j.Pattern;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.styles.FirstAndLastStyle;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Tests which types of core other modules can use, with all libraries on the module path. */
@NullMarked
class ModuleTest {

    /** Numbers of public top-level types that every module can use. A higher number needs a reason. */
    private static final int TYPES_FOR_PROGRAMS = 198;

    private static final int TYPES_FOR_AUTHORS_OF_STYLES = 46;

    private static final Path CORE = location(Plimsoll.class);
    private static final List<Path> RUNTIME =
            List.of(CORE, location(Pattern.class), location(LoadSettings.class), location(EncodingType.class));
    private static final List<Path> COMPILE_TIME =
            List.of(CORE, location(Pattern.class), location(LoadSettings.class), location(NullMarked.class));
    private static final String PROBE = "module probe { requires dev.plimsoll.core; }";

    @TempDir
    private Path folder = Path.of("");

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static ModuleReference core() {
        return ModuleFinder.of(CORE).find("dev.plimsoll.core").orElseThrow();
    }

    /** Returns the packages that every module can use. */
    private static Set<String> exported() {
        return core().descriptor().exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    private static boolean isForStyles(String name) {
        return name.startsWith("dev.plimsoll.shape");
    }

    /** Returns all public classes of the exported packages, including nested ones. */
    private static List<Class<?>> exportedClasses() throws IOException {
        Set<String> packages = exported();
        try (ModuleReader reader = core().open();
                Stream<String> files = reader.list()) {
            return files.filter(file -> file.endsWith(".class") && file.contains("/"))
                    .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
                    .filter(name -> packages.contains(name.substring(0, name.lastIndexOf('.'))))
                    .filter(name -> !name.endsWith("package-info"))
                    .<Class<?>>map(ModuleTest::load)
                    .filter(ExportedApi::isPublic)
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ModuleTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void requireDescriptor() {
        assumeTrue(ModuleFinder.of(CORE).find("dev.plimsoll.core").isPresent(), "built without a module descriptor");
    }

    @Test
    void exportsFewTypes() throws IOException {
        Map<Boolean, Long> counts = exportedClasses().stream()
                .filter(type -> type.getEnclosingClass() == null)
                .collect(Collectors.partitioningBy(type -> isForStyles(type.getName()), Collectors.counting()));
        assertThat(counts)
                .as("public types that every module can use; true: for authors of styles")
                .isEqualTo(Map.of(
                        false, (long) TYPES_FOR_PROGRAMS,
                        true, (long) TYPES_FOR_AUTHORS_OF_STYLES));
    }

    /**
     * Checks that exported signatures use only exported types. The compiler can warn about this, too, but only for all
     * packages of a module.
     */
    @Test
    void programsCanNameEveryTypeInSignatures() throws IOException {
        Set<String> packages = exported();
        Set<String> hidden = new TreeSet<>();
        for (Class<?> type : exportedClasses()) {
            if (!isForStyles(type.getName())) {
                ExportedApi.typesInSignatures(type)
                        .filter(name -> name.startsWith("dev.plimsoll."))
                        .filter(name -> !packages.contains(load(name).getPackageName()))
                        .forEach(name -> hidden.add(type.getName() + " uses " + name));
            }
        }
        assertThat(hidden).isEmpty();
    }

    @Test
    void guardsAResultOnTheModulePath() throws IOException, InterruptedException {
        Map<String, String> files = Map.of(
                "module-info.java", PROBE,
                "probe/FirstAndLastStyle.java", probe(FirstAndLastStyle.class),
                "probe/ModuleMain.java", probe(ModuleMain.class));
        ModuleProgram program = new ModuleProgram(folder);
        assertThat(program.compile(files, COMPILE_TIME)).isEmpty();
        assertThat(program.run("probe/probe.ModuleMain", RUNTIME).lines())
                .containsExactly("module dev.plimsoll.core", "PAGINATED, exact: true", "query: true", "style: true");
    }

    /** Returns the source of a test class, moved to another package. */
    private static String probe(Class<?> type) throws IOException {
        Path source = Sources.ofThisProject()
                .project()
                .resolve("testkit/src/test/java")
                .resolve(type.getName().replace('.', '/') + ".java");
        return Files.readString(source)
                .replace(FirstAndLastStyle.class.getPackageName(), "probe")
                .replace("package " + ModuleTest.class.getPackageName(), "package probe");
    }

    @Test
    void hidesInternalPackages() throws IOException {
        String source = "import dev.plimsoll.engine.CallEngine; import dev.plimsoll.catalog.Catalog; class Main {}";
        Map<String, String> files = Map.of("module-info.java", PROBE, "probe/Main.java", "package probe; " + source);
        assertThat(new ModuleProgram(folder).compile(files, COMPILE_TIME))
                .contains("declared in module dev.plimsoll.core, which does not export it)")
                .contains("declared in module dev.plimsoll.core, which does not export it to module probe");
    }
}
