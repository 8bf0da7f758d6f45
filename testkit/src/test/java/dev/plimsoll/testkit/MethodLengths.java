package dev.plimsoll.testkit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Measures methods with the compiler's parser, from the first line of the declaration to the closing brace. */
@NullMarked
final class MethodLengths extends TreeScanner<@Nullable Void, CompilationUnitTree> {

    /** A method or constructor. */
    record Method(Path file, String name, long line, long lines) {}

    private final List<Method> methods = new ArrayList<>();
    private final SourcePositions positions;

    private MethodLengths(SourcePositions positions) {
        this.positions = positions;
    }

    static List<Method> of(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            MethodLengths lengths = new MethodLengths(Trees.instance(task).getSourcePositions());
            for (CompilationUnitTree unit : task.parse()) {
                lengths.scan(unit, unit);
            }
            return lengths.methods;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, CompilationUnitTree unit) {
        long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
        long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
        Path file = Path.of(unit.getSourceFile().toUri());
        methods.add(new Method(file, method.getName().toString(), first, last - first + 1));
        return super.visitMethod(method, unit);
    }
}
