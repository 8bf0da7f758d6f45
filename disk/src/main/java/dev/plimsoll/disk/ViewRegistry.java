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

    ViewRegistry(FolderIndex folderIndex, StoreFolder folder, boolean lasting) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.lasting = lasting;
    }

    @Nullable Slice view(SnapshotId id, int number) throws IOException {
        FileStoreEntry kept = folderIndex.lookUp(id);
        if (kept == null) {
            return null;
        }
        synchronized (kept) {
            return views(kept).view(number);
        }
    }

    int number(SnapshotId id, Slice view) throws IOException {
        FileStoreEntry kept = folderIndex.lookUp(id);
        if (kept == null) {
            throw FolderIndex.gone();
        }
        synchronized (kept) {
            ViewFile views = views(kept);
            Integer known = views.number(view);
            return known != null ? known : add(kept, views, view);
        }
    }

    private int add(FileStoreEntry kept, ViewFile views, Slice view) throws IOException {
        views.requireRoom(view);
        folderIndex.reserve(kept, views.cost(view));
        try {
            return views.add(view);
        } finally {
            folderIndex.settle(kept, views.end());
        }
    }

    private ViewFile views(FileStoreEntry kept) throws IOException {
        ViewFile views = kept.views();
        if (views == null) {
            views = ViewFile.load(folder.views(kept.id()), lasting);
            kept.views(views);
        } else {
            views.refresh();
        }
        return views;
    }
}
