package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;

/** Passes notifications of resource changes to an engine. */
public final class ResourceChange {

    private static final String LIST = "notifications/resources/list_changed";
    private static final String UPDATED = "notifications/resources/updated";
    private static final int LONGEST_URI = 8_192;

    private ResourceChange() {}

    static boolean isOne(Message notification) {
        return LIST.equals(notification.method()) || UPDATED.equals(notification.method());
    }

    /** Reports the change to the engine. Ignores other notifications. */
    public static void tell(Plimsoll engine, String server, Message notification) {
        if (isOne(notification)) {
            boolean one = UPDATED.equals(notification.method());
            engine.sourceChanged(server, one ? ObjectEdit.textIn(notification.params(), "uri", LONGEST_URI) : null);
        }
    }
}
