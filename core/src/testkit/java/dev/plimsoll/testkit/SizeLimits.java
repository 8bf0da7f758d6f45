package dev.plimsoll.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Limits on the fields of a class and on the parameters of a method. Static fields, the canonical constructors of
 * records, the constructors of enums, and what only the compiler writes are not counted. Needs ArchUnit.
 *
 * @param maxFields maximum number of instance fields
 * @param maxParameters maximum number of parameters of a method or constructor
 * @param root package below which the names in {@code exceptions} are
 * @param exceptions classes ({@code store.Snapshot}) and methods ({@code store.Snapshot.open}, for constructors
 *     {@code store.Snapshot.new}) that may exceed the limits, and must do so
 */
public record SizeLimits(int maxFields, int maxParameters, String root, Set<String> exceptions) {

    /** Returns one line for each class or method beyond a limit, and for each exception that is no longer needed. */
    public List<String> violations(JavaClasses classes) {
        List<String> lines = new ArrayList<>();
        Set<String> unused = new TreeSet<>(exceptions);
        for (JavaClass type : classes) {
            String name = type.getName().substring(root.length() + 1);
            report(name, fields(type), "fields", maxFields, unused, lines);
            for (JavaCodeUnit code : type.getCodeUnits()) {
                String method = name + "." + (code.isConstructor() ? "new" : code.getName());
                report(method, parameters(code), "parameters", maxParameters, unused, lines);
            }
        }
        unused.forEach(name -> lines.add(name + " is listed as an exception and exceeds no limit"));
        return lines;
    }

    private void report(String name, int count, String what, int max, Set<String> unused, List<String> lines) {
        if (count > max) {
            unused.remove(name);
            if (!exceptions.contains(name)) {
                lines.add(name + " has " + count + " " + what + "; the limit is " + max);
            }
        }
    }

    private static int fields(JavaClass type) {
        return (int) type.getFields().stream()
                .filter(field -> isInstanceField(field) && !field.getModifiers().contains(JavaModifier.SYNTHETIC))
                .count();
    }

    private static boolean isInstanceField(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC);
    }

    /** Returns the number of parameters that the source of a method has; 0 for what the compiler writes. */
    private static int parameters(JavaCodeUnit code) {
        JavaClass type = code.getOwner();
        boolean isCompiled = code.getModifiers().contains(JavaModifier.SYNTHETIC)
                || code.getName().startsWith("lambda$");
        boolean isOwnOfKind =
                code instanceof JavaConstructor && (type.isEnum() || type.isAnonymousClass() || isCanonical(code));
        if (isCompiled || isOwnOfKind) {
            return 0;
        }
        boolean hasOuter = code.isConstructor()
                && type.isInnerClass()
                && !type.getModifiers().contains(JavaModifier.STATIC);
        return code.getRawParameterTypes().size() - (hasOuter ? 1 : 0);
    }

    private static boolean isCanonical(JavaCodeUnit constructor) {
        JavaClass type = constructor.getOwner();
        return type.isRecord() && constructor.getRawParameterTypes().size() == fields(type);
    }
}
