package dev.plimsoll.gateway.hub.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Runs blocking tasks in parallel. */
public final class ParallelTasks {

    private ParallelTasks() {}

    /** Applies the function to all items in parallel and returns the results in the order of the items. */
    public static <T, R> List<R> map(List<? extends T> items, Function<T, R> work) {
        List<CompletableFuture<R>> results = items.stream()
                .map(item -> {
                    CompletableFuture<R> result = new CompletableFuture<>();
                    Thread.ofVirtual().name("plimsoll-hub-each").start(() -> {
                        try {
                            result.complete(work.apply(item));
                        } catch (RuntimeException | Error e) {
                            result.completeExceptionally(e);
                        }
                    });
                    return result;
                })
                .toList();
        return results.stream().map(CompletableFuture::join).toList();
    }
}
