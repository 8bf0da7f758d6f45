package dev.plimsoll.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Generates values for {@link PropertyCases}. The same random state and size give the same value on every Java version.
 * Size 0 requests the smallest values; {@link PropertyCases#MAX_SIZE} requests large ones.
 */
@FunctionalInterface
public interface Generator<T> {

    T generate(Random random, int size);

    default <R> Generator<R> map(Function<? super T, ? extends R> mapping) {
        return (random, size) -> mapping.apply(generate(random, size));
    }

    default <R> Generator<R> flatMap(Function<? super T, Generator<R>> next) {
        return (random, size) -> next.apply(generate(random, size)).generate(random, size);
    }

    /** Creates a copy of this generator that limits the size to {@code maxSize}. */
    default Generator<T> limitSize(int maxSize) {
        return (random, size) -> generate(random, Math.min(size, maxSize));
    }

    static <T> Generator<T> constant(T value) {
        return (random, size) -> value;
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Generator<T> oneOf(Generator<? extends T>... choices) {
        List<Generator<? extends T>> all = List.of(choices);
        return (random, size) -> all.get(random.nextInt(all.size())).generate(random, size);
    }

    static <T> Generator<T> oneOf(List<? extends T> values) {
        List<T> all = List.copyOf(values);
        return (random, size) -> all.get(random.nextInt(all.size()));
    }

    static Generator<Integer> between(int min, int max) {
        return (random, size) -> min + random.nextInt(max - min + 1);
    }

    /** Creates a generator of lists with up to {@code size} items. The more items, the smaller each is. */
    static <T> Generator<List<T>> listOf(Generator<? extends T> item) {
        return (random, size) -> {
            int count = random.nextInt(size + 1);
            List<T> items = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                items.add(item.generate(random, size / Math.max(1, count)));
            }
            return items;
        };
    }
}
