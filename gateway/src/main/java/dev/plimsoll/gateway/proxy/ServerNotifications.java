package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.task.TaskStatus;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ProtocolMethod;

/** Acts on notifications and requests of a server before its client gets them. */
final class ServerNotifications {

    private ServerNotifications() {}

    /** Returns whether a message requests input from the client's user or model. */
    static boolean isInputRequest(Message message) {
        return message.isRequest() && ProtocolMethod.isPersonal(message.method());
    }

    /** Acts on a notification or request of the server, and returns it in the form in which the client gets it. */
    static Message prepareForClient(Message notification, RelaySession relaySession) {
        String method = String.valueOf(notification.method());
        if (method.equals("notifications/tools/list_changed")) {
            relaySession.tools().markIncomplete();
        }
        if (ProtocolMethod.isChange(method)) {
            relaySession.cache().dropForChange(relaySession.server());
        }
        if (ResourceChange.matches(notification)) {
            reportChange(notification, relaySession);
        }
        return TaskStatus.matches(notification)
                ? TaskStatus.guardNotification(notification, relaySession)
                : LogMessageLimiter.limit(notification, relaySession);
    }

    private static void reportChange(Message notification, RelaySession relaySession) {
        try {
            ResourceChange.report(relaySession.engine(), relaySession.server(), notification);
        } catch (RuntimeException e) {
            // without a caller context, there is no follow-up read to invalidate
            relaySession.log().log(
                    LogSeverity.DEBUG,
                    "dropped a resource change: no caller context",
                    "server",
                    relaySession.server(),
                    "why",
                    String.valueOf(e));
        }
    }
}
