package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of saved views in the data folder: {@code saved/CALLER/NAME.json}, where CALLER is a digest, and the state of
 * each view in {@code saved/CALLER/state/NAME.json}. Files that are not valid views are ignored.
 */
public final class ViewFiles {

    /** Maximum size of the file of a view. */
    static final int MAX_BYTES = 32 << 10;

    /** Maximum number of files that are read in one folder, in case another program has put files there. */
    private static final int MAX_FILES = 1_000;

    private static final String SUFFIX = ".json";

    private final Path folder;

    /** @param data the data folder */
    public ViewFiles(Path data) {
        this.folder = data.resolve("saved");
    }

    private Path folderOf(String caller) {
        return folder.resolve(ViewOwner.digest(caller));
    }

    private Path fileOf(String caller, String name) {
        return folderOf(caller).resolve(ViewName.require(name) + SUFFIX);
    }

    private Path stateFileOf(String caller, String name) {
        return folderOf(caller).resolve("state").resolve(ViewName.require(name) + SUFFIX);
    }

    /** Returns the views of a caller, sorted by name. */
    List<SavedView> readViews(String caller) {
        List<SavedView> views = new ArrayList<>();
        addViews(folderOf(caller), views);
        views.removeIf(view -> !view.owner().caller().equals(caller));
        return List.copyOf(views);
    }

    /** Returns the views of all callers. */
    public List<SavedView> readAll() {
        List<SavedView> views = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder)) {
            folders.forEach(callerFolder -> addViews(callerFolder, views));
        } catch (IOException e) {
            // no view was saved, or the folder cannot be read
        }
        return List.copyOf(views);
    }

    private static void addViews(Path folder, List<SavedView> views) {
        List<SavedView> folderViews = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            int count = 0;
            for (Path file : files) {
                SavedView view = count++ < MAX_FILES ? read(file) : null;
                if (view != null && file.endsWith(view.name() + SUFFIX)) {
                    folderViews.add(view);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return;
        } catch (IOException | RuntimeException e) {
            // uses the files that were read before the error
        }
        folderViews.sort(Comparator.comparing(SavedView::name));
        views.addAll(folderViews);
    }

    private static @Nullable SavedView read(Path file) {
        Slice bytes = readBytes(file);
        return bytes == null ? null : SavedView.parse(bytes);
    }

    private static @Nullable Slice readBytes(Path file) {
        try {
            return Files.size(file) > MAX_BYTES ? null : Slice.of(Files.readAllBytes(file));
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the time of the last change in the folder of a caller; 0 if there is none. */
    long lastChangeMillis(String caller) {
        try {
            return Files.getLastModifiedTime(folderOf(caller)).toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns whether the file of a view exists. */
    boolean hasView(String caller, String name) {
        return Files.isRegularFile(fileOf(caller, name));
    }

    /** Writes a view, and replaces one with the same name. */
    void save(SavedView view) throws IOException {
        PrivateFiles.replace(
                fileOf(view.owner().caller(), view.name()), view.toJson().toByteArray());
    }

    /** Deletes a view. Returns whether it existed. */
    public boolean remove(String caller, String name) throws IOException {
        Files.deleteIfExists(stateFileOf(caller, name));
        return Files.deleteIfExists(fileOf(caller, name));
    }

    /** Returns the state of a view. */
    ViewState readState(String caller, String name) {
        Slice bytes = readBytes(stateFileOf(caller, name));
        return bytes == null ? ViewState.UNKNOWN : ViewState.parse(bytes);
    }

    void saveState(String caller, String name, ViewState state) throws IOException {
        PrivateFiles.replace(stateFileOf(caller, name), state.toJson().toByteArray());
    }
}
