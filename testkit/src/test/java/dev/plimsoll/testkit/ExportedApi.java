package dev.plimsoll.testkit;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Types that the users of a class can see in its signatures. */
@NullMarked
final class ExportedApi {

    private static final Pattern NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)+");

    private ExportedApi() {}

    /** Returns whether other packages can use a class: whether it and all classes around it are public. */
    static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }

    /** Returns the names of all types in the declaration of a class and of its public and protected members. */
    static Stream<String> typesInSignatures(Class<?> type) {
        Stream<Type> supertypes = Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()));
        Stream<Type> fields = Arrays.stream(type.getDeclaredFields())
                .filter(ExportedApi::isVisible)
                .map(Field::getGenericType);
        Stream<Type> executables = Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .filter(ExportedApi::isVisible)
                .flatMap(ExportedApi::typesOf);
        return Stream.of(supertypes, fields, executables)
                .flatMap(types -> types)
                .flatMap(used -> NAME.matcher(used.getTypeName()).results())
                .map(MatchResult::group);
    }

    private static boolean isVisible(Member member) {
        return !member.isSynthetic() && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static Stream<Type> typesOf(Executable executable) {
        Type result = executable instanceof Method method ? method.getGenericReturnType() : null;
        return Stream.of(
                        Stream.ofNullable(result),
                        Arrays.stream(executable.getGenericParameterTypes()),
                        Arrays.stream(executable.getGenericExceptionTypes()))
                .flatMap(types -> types)
                .filter(Objects::nonNull);
    }
}
