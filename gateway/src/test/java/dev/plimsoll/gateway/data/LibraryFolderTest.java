package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.sql.SqlEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how libraries are loaded that are not on the class path of the program. */
class LibraryFolderTest {

    @TempDir
    private Path folder;

    @Test
    void searchesTheClassPathWithoutTheFolder() {
        assertThat(LibraryFolder.load(SqlEngine.class, folder.resolve("absent")))
                .isPresent();
        assertThat(LibraryFolder.load(DocumentReader.class, folder.resolve("absent")))
                .isPresent();
    }

    @Test
    void findsNothingInDamagedLibraries() throws Exception {
        Files.writeString(folder.resolve("damaged.jar"), "text");

        assertThat(LibraryFolder.load(SqlEngine.class, folder)).isEmpty();
    }
}
