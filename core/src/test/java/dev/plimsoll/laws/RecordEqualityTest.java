package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ViewOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that records with handwritten {@code equals} and {@code hashCode} methods compare all their
 * components. */
class RecordEqualityTest {

    /** The names of these records. {@code Slice} is not listed: it compares only its bytes, and has its
     * own test. */
    private static final List<String> RECORDS = List.of(
            "dev.plimsoll.policy.Policies$PolicyLookup",
            "dev.plimsoll.policy.StyleId",
            "dev.plimsoll.shape.item.IndexedResult$TargetKey",
            "dev.plimsoll.shape.item.RangeKey",
            "dev.plimsoll.store.SnapshotId",
            "dev.plimsoll.view.ReadArguments");

    private static final Pattern HANDWRITTEN =
            Pattern.compile("\\brecord \\w+ ?\\(.*int hashCode\\(\\)", Pattern.DOTALL);

    /** Two values for each type of a component. */
    private static final Map<Class<?>, List<Object>> VALUES = Map.of(
            String.class, List.of("one", "two"),
            int.class, List.of(1, 2),
            long.class, List.of(1L, 2L),
            boolean.class, List.of(false, true),
            byte[].class, List.of(new byte[1], new byte[1]),
            List.class, List.of(List.of("a"), List.of("b")),
            JsonPointer.class, List.of(JsonPointer.root(), JsonPointer.root().child("a")),
            Mode.class, List.of(Mode.FIND, Mode.OUTLINE),
            ViewOptions.class, List.of(ViewOptions.NONE, ViewOptions.NONE.withLook(1)));

    static List<String> records() {
        return RECORDS;
    }

    @ParameterizedTest
    @MethodSource("records")
    void comparesEachComponent(String name) throws ReflectiveOperationException {
        RecordComponent[] components = Class.forName(name).getRecordComponents();
        int[] firsts = new int[components.length];
        Object one = create(components, firsts);
        assertThat(create(components, firsts)).isEqualTo(one).hasSameHashCodeAs(one);
        for (int i = 0; i < components.length; i++) {
            int[] changed = firsts.clone();
            changed[i] = 1;
            Object other = create(components, changed);
            assertThat(other).as(components[i].getName()).isNotEqualTo(one).doesNotHaveSameHashCodeAs(one);
            assertThat(one).as(components[i].getName()).isNotEqualTo(other);
        }
        assertThat(one).isNotEqualTo(null).isNotEqualTo("one");
    }

    private static Object create(RecordComponent[] components, int[] choices) throws ReflectiveOperationException {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = components[0].getDeclaringRecord().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Objects.requireNonNull(VALUES.get(types[i])).get(choices[i]);
        }
        return constructor.newInstance(values);
    }

    @Test
    void allRecordsWithHandwrittenHashCodesAreListed() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> HANDWRITTEN.matcher(text(file)).find())
                            .map(file -> file.getFileName().toString().replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of("Slice"), RECORDS.stream())
                            .map(name -> name.replaceAll(".*\\.|\\$.*", ""))
                            .toList());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
