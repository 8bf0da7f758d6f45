package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The signal by which services are told to read their configuration again. Java's own API has no signals, and what it comes
 * with may one day be gone: it is looked for by name.
 */
final class HangupSignal {

    private HangupSignal() {}

    /** From now on it calls that; where that cannot be had, it ends the process as before. */
    static void calls(Runnable reload, Log log) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object calling = Proxy.newProxyInstance(
                    HangupSignal.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> called(proxy, method.getName(), arguments, reload));
            Object hangup = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangup, calling);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            log.log(LogSeverity.DEBUG, "there is no SIGHUP here");
        }
    }

    // what is asked is whether it is this very one
    @SuppressWarnings("ReferenceEquality")
    private static @Nullable Object called(
            Object proxy, String method, Object @Nullable [] arguments, Runnable reload) {
        return switch (method) {
            case "handle" -> {
                Thread.ofVirtual().start(reload);
                yield null;
            }
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "reload";
        };
    }
}
