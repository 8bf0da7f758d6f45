package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the numbered views of snapshots. Reading or writing a view locks only its snapshot. Thread-safe.
 */
final class ViewRegistry {

    private final FolderIndex folderIndex;
    private final StoreFolder folder;
    private final boolean isDurable;

    ViewRegistry(FolderIndex folderIndex, StoreFolder folder, boolean isDurable) {
        this.folderIndex = folderIndex;
        this.folder = folder;
        this.isDurable = isDurable;
    }

    @Nullable Slice findView(SnapshotId id, int number) throws IOException {
        FileStoreEntry entry = folderIndex.findEntry(id);
        if (entry == null) {
            return null;
        }
        synchronized (entry) {
            return refreshedViews(entry).findView(number);
        }
    }

    /**
     * Returns the number of a view. If the snapshot does not have the view yet, appends it to the file, and
     * evicts other snapshots if their space is needed.
     */
    int findOrAdd(SnapshotId id, Slice view) throws IOException {
        FileStoreEntry entry = folderIndex.findEntry(id);
        if (entry == null) {
            throw FolderIndex.notFound();
        }
        synchronized (entry) {
            ViewFile views = refreshedViews(entry);
            Integer existing = views.findNumber(view);
            return existing != null ? existing : add(entry, views, view);
        }
    }

    private int add(FileStoreEntry entry, ViewFile views, Slice view) throws IOException {
        views.requireCapacity(view);
        folderIndex.reserveViewBytes(entry, views.bytesFor(view));
        try {
            return views.add(view);
        } finally {
            folderIndex.correctViewBytes(entry, views.validBytes());
        }
    }

    private ViewFile refreshedViews(FileStoreEntry entry) throws IOException {
        ViewFile views = entry.views();
        if (views == null) {
            views = ViewFile.load(folder.viewsFile(entry.id()), isDurable);
            entry.cacheViews(views);
        } else {
            views.refresh();
        }
        return views;
    }
}
