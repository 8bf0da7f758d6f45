package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Assigns numbers to the views of snapshots. Disk operations hold only the lock of their snapshot, so that other snapshots are
 * not blocked. Thread-safe.
 */
final class ViewRegistry {

    private final FolderIndex folderIndex;
    private final StoreFolder folder;
    private final boolean lasting;

    ViewRegistry(FolderIndex folderIndex, StoreFolder folder, boolean durable) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.lasting = durable;
    }

    @Nullable Slice view(SnapshotId id, int number) throws IOException {
        FileStoreEntry entry = folderIndex.lookUp(id);
        if (entry == null) {
            return null;
        }
        synchronized (entry) {
            return views(entry).view(number);
        }
    }

    int number(SnapshotId id, Slice view) throws IOException {
        FileStoreEntry entry = folderIndex.lookUp(id);
        if (entry == null) {
            throw FolderIndex.gone();
        }
        synchronized (entry) {
            ViewFile views = views(entry);
            Integer existing = views.number(view);
            return existing != null ? existing : add(entry, views, view);
        }
    }

    private int add(FileStoreEntry entry, ViewFile views, Slice view) throws IOException {
        views.requireRoom(view);
        folderIndex.reserve(entry, views.cost(view));
        try {
            return views.add(view);
        } finally {
            folderIndex.settle(entry, views.end());
        }
    }

    private ViewFile views(FileStoreEntry entry) throws IOException {
        ViewFile views = entry.views();
        if (views == null) {
            views = ViewFile.load(folder.views(entry.id()), lasting);
            entry.views(views);
        } else {
            views.refresh();
        }
        return views;
    }
}
