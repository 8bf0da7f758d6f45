package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;

/**
 * Reports notifications about changed resources to an engine, which then knows that stored results are older
 * than their source.
 */
public final class ResourceChange {

    private static final String LIST_CHANGED = "notifications/resources/list_changed";
    private static final String UPDATED = "notifications/resources/updated";
    private static final int MAX_URI_BYTES = 8_192;

    private ResourceChange() {}

    static boolean matches(Message notification) {
        return LIST_CHANGED.equals(notification.method()) || UPDATED.equals(notification.method());
    }

    /** Reports the change to the engine. Ignores other notifications. */
    public static void report(Plimsoll engine, String server, Message notification) {
        if (matches(notification)) {
            boolean isUpdate = UPDATED.equals(notification.method());
            engine.recordSourceChange(
                    server, isUpdate ? ObjectEdit.shortText(notification.param("uri"), MAX_URI_BYTES) : null);
        }
    }
}
