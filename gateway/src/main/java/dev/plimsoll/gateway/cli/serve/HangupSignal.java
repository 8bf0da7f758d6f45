package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Signal (SIGHUP) that makes {@code serve} reload its configuration. Java has no public API for signals, and the
 * internal one may be removed, so it is looked up by reflection.
 */
final class HangupSignal {

    private HangupSignal() {}

    /**
     * Runs {@code reload} on each SIGHUP from now on. If signals are not supported, SIGHUP ends the process as before.
     */
    static void install(Runnable reload, Log log) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object handlerProxy = Proxy.newProxyInstance(
                    HangupSignal.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> handleProxyCall(proxy, method.getName(), arguments, reload));
            Object hangup = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangup, handlerProxy);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            log.log(LogSeverity.DEBUG, "this system does not support SIGHUP");
        }
    }

    // the signal handler is a proxy object; its equals compares identity
    @SuppressWarnings("ReferenceEquality")
    private static @Nullable Object handleProxyCall(
            Object proxy, String method, Object @Nullable [] arguments, Runnable reload) {
        return switch (method) {
            case "handle" -> {
                Thread.ofVirtual().start(reload);
                yield null;
            }
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            // toString
            default -> "reload";
        };
    }
}
