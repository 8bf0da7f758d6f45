package dev.plimsoll.quarkus;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Creates proxies that replace a few methods of another object, because the interfaces of Vert.x have up to 90 methods. */
final class ObjectProxies {

    private ObjectProxies() {}

    static <T> T create(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Calls a method of the original object. Returns the proxy where the method returns the original object. */
    @SuppressWarnings("ReferenceEquality") // fluent methods return the object itself
    static @Nullable Object invoke(Object original, Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object result = method.invoke(original, arguments);
            return result == original ? proxy : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
