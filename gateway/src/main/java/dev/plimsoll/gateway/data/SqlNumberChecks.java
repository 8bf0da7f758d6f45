package dev.plimsoll.gateway.data;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * Adds checks to the code of H2 that creates numbers, because H2 does not limit their number of digits. The checks
 * apply to texts before they are parsed, and to results of calculations with exponents.
 */
final class SqlNumberChecks {

    private static final String DECIMAL_NUMBER = "org.h2.value.ValueDecfloat";

    /** Names of the classes of H2 to which the checks are added. */
    static final Set<String> CLASSES = Set.of("org.h2.value.Value", "org.h2.value.ValueStringBase", DECIMAL_NUMBER);

    private static final ClassDesc BOUNDS = ClassDesc.of("dev.plimsoll.sql.h2.NumberBounds");
    private static final ClassDesc BIG_DECIMAL = ClassDesc.of("java.math.BigDecimal");
    private static final MethodTypeDesc OF_TEXT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
    private static final MethodTypeDesc TEXT_CHECK =
            MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);
    private static final MethodTypeDesc NUMBER_CHECK = MethodTypeDesc.of(ConstantDescs.CD_void, BIG_DECIMAL);
    private static final MethodTypeDesc DECIMAL_FACTORY = MethodTypeDesc.of(ClassDesc.of(DECIMAL_NUMBER), BIG_DECIMAL);

    private SqlNumberChecks() {}

    /** Returns a class of H2 with the checks. */
    static byte[] addTo(byte[] original, ClassLoader libraries) {
        ClassFile format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(libraries).orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = format.parse(original);
        boolean isDecimalNumber = model.thisClass().asSymbol().equals(DECIMAL_FACTORY.returnType());
        return format.transformClass(
                model,
                isDecimalNumber
                        ? ClassTransform.transformingMethodBodies(SqlNumberChecks::isDecimalFactory, new NumberCheck())
                        : ClassTransform.transformingMethodBodies(SqlNumberChecks::checkTexts));
    }

    private static void checkTexts(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call
                && call.owner().asSymbol().equals(BIG_DECIMAL)
                && call.name().equalsString(ConstantDescs.INIT_NAME)
                && call.typeSymbol().equals(OF_TEXT)) {
            // the text is on the stack; the check returns it
            code.invokestatic(BOUNDS, "checkText", TEXT_CHECK);
        }
        code.with(element);
    }

    private static boolean isDecimalFactory(MethodModel method) {
        return method.methodName().equalsString("get")
                && method.methodTypeSymbol().equals(DECIMAL_FACTORY);
    }

    /** Inserts the check of the first argument at the beginning of a method. */
    private static final class NumberCheck implements CodeTransform {

        @Override
        public void atStart(CodeBuilder code) {
            code.aload(0).invokestatic(BOUNDS, "checkNumber", NUMBER_CHECK);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
