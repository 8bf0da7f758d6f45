package dev.plimsoll.gateway.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files of saved views, with hostile names and contents. */
@NullMarked
class ViewFilesTest {

    private static final ViewOwner ANN = new ViewOwner("ann", "b1");

    @TempDir
    Path data;

    private ViewFiles files;

    @BeforeEach
    void open() {
        files = new ViewFiles(data);
    }

    private static SavedView view(String name, ViewOwner owner, String query) {
        Slice selection = Slice.of("{\"query\":\"" + query + "\"}");
        return new SavedView(name, owner, "crm", "list", Slice.of("{\"a\":1}"), selection, Instant.EPOCH);
    }

    @Test
    void savesAndListsByName() throws Exception {
        files.save(view("b", ANN, ".b"));
        files.save(view("a", ANN, ".a"));
        assertThat(files.readViews("ann")).extracting(SavedView::name).containsExactly("a", "b");
        assertThat(files.readViews("ann").getFirst()).isEqualTo(view("a", ANN, ".a"));
        assertThat(files.readViews("ben")).isEmpty();
        assertThat(files.readAll()).hasSize(2);
    }

    @Test
    void filesArePrivate() throws Exception {
        files.save(view("a", ANN, ".a"));
        files.saveState("ann", "a", new ViewState("x", 1));
        try (Stream<Path> paths = Files.walk(data.resolve("saved"))) {
            assertThat(paths.map(path -> {
                        try {
                            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }))
                    .allMatch(permissions -> permissions.endsWith("------"));
        }
    }

    @Test
    void refusesNamesThatArePaths() {
        for (String name : List.of("..", "../a", "/etc/passwd", "a/b", "a\\b", "", ".", "a.json", "A", "ä", "a\n")) {
            assertThat(ViewName.isValid(name)).as(name).isFalse();
            assertThatThrownBy(() -> files.remove("ann", name)).isInstanceOf(RefusedException.class);
            assertThatThrownBy(() -> files.save(view(name, ANN, "."))).isInstanceOf(RefusedException.class);
        }
        assertThat(ViewName.isValid("open-issues_2")).isTrue();
    }

    @Test
    void ignoresFilesThatAreNoViews() throws Exception {
        files.save(view("a", ANN, ".a"));
        Path folder;
        try (Stream<Path> folders = Files.list(data.resolve("saved"))) {
            folder = folders.findFirst().orElseThrow();
        }
        Files.writeString(folder.resolve("broken.json"), "{\"name\":");
        Files.writeString(folder.resolve("huge.json"), "x".repeat(40_000));
        Files.writeString(folder.resolve("deep.json"), "[".repeat(20_000));
        Files.writeString(
                folder.resolve("other.json"), view("a", ANN, ".a").toJson().utf8());
        Files.writeString(
                folder.resolve("foreign.json"),
                view("foreign", new ViewOwner("ben", "b"), ".").toJson().utf8());
        Files.createDirectory(folder.resolve("folder.json"));
        assertThat(files.readViews("ann")).containsExactly(view("a", ANN, ".a"));
    }

    @Test
    void concurrentWritesLeaveACompleteView() throws Exception {
        SavedView one = view("a", ANN, "1".repeat(9_000));
        SavedView two = view("a", ANN, "2".repeat(9_000));
        files.save(one);
        AtomicBoolean isDone = new AtomicBoolean();
        List<Thread> writers = Stream.of(one, two)
                .map(view -> Thread.ofPlatform().start(() -> {
                    while (!isDone.get()) {
                        try {
                            new ViewFiles(data).save(view);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                }))
                .toList();
        for (int i = 0; i < 300; i++) {
            assertThat(files.readViews("ann")).hasSize(1).containsAnyOf(one, two);
        }
        isDone.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
    }

    @Test
    void removesAViewWithItsState() throws Exception {
        files.save(view("a", ANN, ".a"));
        files.saveState("ann", "a", new ViewState("x", 3));
        assertThat(files.readState("ann", "a")).isEqualTo(new ViewState("x", 3));
        assertThat(files.remove("ann", "a")).isTrue();
        assertThat(files.remove("ann", "a")).isFalse();
        assertThat(files.readState("ann", "a")).isEqualTo(ViewState.UNKNOWN);
    }
}
