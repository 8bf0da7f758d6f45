package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rules, and checks the project with them. Runs only on a JDK that can parse the gateway's sources. */
@NullMarked
@EnabledForJreRange(min = JRE.JAVA_25)
class HouseRulesTest {

    private static final String INFO = "/** A package. */\n@NullMarked\npackage a;\n";

    @Test
    void projectHasNoViolations() {
        Sources sources = Sources.ofThisProject();

        assertThat(sources.files()).hasSizeGreaterThan(5);
        assertThat(HouseRules.violationsIn(sources)).isEmpty();
    }

    @Test
    void projectNeedsEachExceptionForJson() {
        Sources sources = Sources.ofThisProject();
        JsonFragments jsonFragments = new JsonFragments(sources.project());
        for (Path file : sources.files()) {
            sources.lines(file).forEach(line -> jsonFragments.isViolation(file, line));
        }

        assertThat(jsonFragments.unusedExceptions()).isEmpty();
    }

    @Test
    void acceptsACleanModule(@TempDir Path project) throws IOException {
        write(project, "core", "package-info.java", INFO);
        write(project, "core", "A.java", "package a;\n\nclass A {\n" + "    // \n".repeat(446) + "}\n");
        write(project, "core", "B.java", "package a;\n\nclass B {\n" + method(60) + "}\n");

        assertThat(HouseRules.violationsIn(new Sources(project))).isEmpty();
    }

    @Test
    void findsALongFile(@TempDir Path project) throws IOException {
        write(project, "core", "package-info.java", INFO);
        write(project, "core", "A.java", "package a;\n\nclass A {\n" + "    // \n".repeat(447) + "}\n");

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .singleElement()
                .asString()
                .startsWith("core/src/main/java/a/A.java:451: the file has more than 450 lines");
    }

    @Test
    void findsALongMethodEvenInsideAnother(@TempDir Path project) throws IOException {
        write(project, "core", "package-info.java", INFO);
        String inner = "    Object o = new Object() {\n" + method(61) + "    };\n";
        write(project, "core", "A.java", "package a;\n\nclass A {\n" + inner + "}\n");

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .containsExactly("core/src/main/java/a/A.java:5: m has 61 lines, more than 60");
    }

    @Test
    void findsLeftovers(@TempDir Path project) throws IOException {
        write(project, "gateway", "package-info.java", INFO);
        write(project, "gateway", "A.java", "package a;\n\n// TO" + "DO later\nclass A {}\n");

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .singleElement()
                .asString()
                .startsWith("gateway/src/main/java/a/A.java:3: a leftover");
    }

    @Test
    void findsPrintingOnlyInCore(@TempDir Path project) throws IOException {
        for (String module : new String[] {"core", "gateway"}) {
            write(project, module, "package-info.java", INFO);
            write(project, module, "A.java", "package a;\n\nclass A {{\n        System.out.println();\n    }}\n");
        }

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .containsExactly("core/src/main/java/a/A.java:4: core must not print");
    }

    @Test
    void findsJsonInStringLiterals(@TempDir Path project) throws IOException {
        String json = "package a;\n\nclass A {\n    String a = \"{\\\"a\\\":1}\";\n}\n";
        for (String module : new String[] {"core", "gateway", "testkit"}) {
            write(project, module, "package-info.java", INFO);
            write(project, module, "A.java", json);
        }
        write(project, "core", "B.java", json.replace("class A", "class B").replace("\":1", "\": …"));

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .containsExactly(
                        "core/src/main/java/a/A.java:4: " + JsonFragments.MESSAGE,
                        "gateway/src/main/java/a/A.java:4: " + JsonFragments.MESSAGE);
    }

    @Test
    void findsAPackageWithoutASentence(@TempDir Path project) throws IOException {
        write(project, "core", "A.java", "package a;\n\nclass A {}\n");
        write(project, "gateway", "package-info.java", "@NullMarked\npackage a;\n");

        assertThat(HouseRules.violationsIn(new Sources(project)))
                .containsExactly(
                        "core/src/main/java/a/package-info.java:1: a package needs a package-info.java with one sentence",
                        "gateway/src/main/java/a/package-info.java:1: needs a sentence and @NullMarked");
    }

    @Test
    void findsALargePackageWithoutAnOverview(@TempDir Path project) throws IOException {
        StringBuilder map = new StringBuilder("/**\n * A package.\n");
        for (int i = 0; i < 40; i++) {
            write(project, "core", "A" + i + ".java", "package a;\n\nclass A" + i + " {}\n");
            map.append(" * {@code A").append(i).append("}\n");
        }
        String end = " */\n@NullMarked\npackage a;\n";
        write(project, "core", "package-info.java", map + end);
        assertThat(HouseRules.violationsIn(new Sources(project))).isEmpty();

        write(project, "core", "package-info.java", map + " * {@code A0} and {@code B}\n" + end);
        assertThat(HouseRules.violationsIn(new Sources(project)))
                .satisfiesExactly(
                        repeated -> assertThat(repeated).endsWith("A0 is named 2 times"),
                        unknown -> assertThat(unknown).endsWith("package-info.java names B, which does not exist"));

        write(project, "core", "package-info.java", INFO);
        assertThat(HouseRules.violationsIn(new Sources(project)))
                .hasSize(40)
                .first()
                .asString()
                .endsWith("A0 is named 0 times");
    }

    private static String method(int lines) {
        return "    void m() {\n" + "        // {\n".repeat(lines - 2) + "    }\n";
    }

    private static void write(Path project, String module, String file, String text) throws IOException {
        Path folder = Files.createDirectories(project.resolve(module).resolve("src/main/java/a"));
        Files.writeString(folder.resolve(file), text);
    }
}
