package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class WordRulesTest {

    @Test
    void projectHasNoViolations() {
        assertThat(WordRules.violationsIn(Sources.ofThisProject())).isEmpty();
    }

    @Test
    void findsDuplicateTypeNames(@TempDir Path project) throws IOException {
        write(project, "core", "Page.java", "class Page {}\n");
        write(project, "gateway", "Page.java", "class Page {}\n");

        assertThat(WordRules.violationsIn(new Sources(project)))
                .singleElement()
                .asString()
                .endsWith("Page.java:1");
    }

    @Test
    void findsTypeNamesThatAreNotNouns(@TempDir Path project) throws IOException {
        write(project, "core", "Reading.java", "class Reading {}\n");
        write(project, "core", "Encoding.java", "enum Encoding {}\n");

        assertThat(WordRules.violationsIn(new Sources(project)))
                .containsExactly("core/src/main/java/a/Reading.java:1: a type name is a noun: Reading ends in -ing");
    }

    @Test
    void findsIndirectFirstSentences(@TempDir Path project) throws IOException {
        write(
                project,
                "core",
                "A.java",
                "/**\n * What a page is.\n */\nclass A {\n    /** Whether it is. */\n    int a;\n}\n");
        write(project, "core", "B.java", "/** Whatever; a page. */\nclass B {}\n");

        assertThat(WordRules.violationsIn(new Sources(project)))
                .containsExactly(
                        "core/src/main/java/a/A.java:1: the first sentence must begin with a verb or noun, not What",
                        "core/src/main/java/a/A.java:5: the first sentence must begin with a verb or noun, not Whether");
    }

    private static void write(Path project, String module, String name, String text) throws IOException {
        Path file = project.resolve(module).resolve("src/main/java/a").resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }
}
