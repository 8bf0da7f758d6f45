package dev.plimsoll.gateway.show;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Adds the capabilities that clients need to show the app of {@code plimsoll_show}: the extension for apps,
 * and resources for the app page.
 */
final class AppCapabilities {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private AppCapabilities() {}

    /**
     * Returns the result of {@code initialize} or {@code server/discover} with these capabilities; null if
     * the server has no tools.
     */
    static @Nullable Slice addTo(Slice result) {
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        // a server without tools has no results to show
        if (capabilities == null || ObjectEdit.valueIn(capabilities, "tools") == null) {
            return null;
        }
        Slice changed = ObjectEdit.valueIn(capabilities, "resources") == null
                ? ObjectEdit.with(capabilities, "resources", EMPTY_OBJECT)
                : capabilities;
        Slice extensions = ObjectEdit.objectIn(changed, "extensions");
        if (extensions == null || ObjectEdit.valueIn(extensions, AppExtension.ID) == null) {
            Slice declaredExtensions = extensions == null ? EMPTY_OBJECT : extensions;
            changed = ObjectEdit.with(
                    changed, "extensions", ObjectEdit.with(declaredExtensions, AppExtension.ID, EMPTY_OBJECT));
        }
        return ObjectEdit.with(result, "capabilities", changed);
    }
}
