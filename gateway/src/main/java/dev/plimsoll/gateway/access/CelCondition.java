package dev.plimsoll.gateway.access;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelAttributePattern;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelUnknownSet;
import dev.cel.runtime.PartialVars;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A condition in the Common Expression Language, with limits on its size and on the iterations of its evaluation. */
final class CelCondition {

    private static final String REQUEST = "request";
    private static final String CLAIMS = "claims";

    /**
     * Attributes without a known value in {@link #canAllow}. A condition that depends on them may be true. {@code
     * request.tool} is the name of a tool or prompt, or the URI of a resource; a template can stand for many URIs.
     */
    private static final Map<AccessRequest.Kind, List<CelAttributePattern>> UNKNOWN_ATTRIBUTES = Map.of(
            AccessRequest.Kind.TOOL, List.of(CelAttributePattern.fromQualifiedIdentifier("request.args")),
            AccessRequest.Kind.PROMPT, List.of(CelAttributePattern.fromQualifiedIdentifier("request.args")),
            AccessRequest.Kind.RESOURCE, List.of(),
            AccessRequest.Kind.TEMPLATE, List.of(CelAttributePattern.fromQualifiedIdentifier("request.tool")));

    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(10_000)
            .comprehensionMaxIterations(10_000)
            .enableUnknownTracking(true)
            .enableHeterogeneousNumericComparisons(true)
            .build();

    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar(REQUEST, MapType.create(SimpleType.STRING, SimpleType.DYN))
            .addVar(CLAIMS, MapType.create(SimpleType.STRING, SimpleType.DYN))
            .setResultType(SimpleType.BOOL)
            .build();

    /** Legacy runtime of the library: its other runtime, the planner, copies all arguments before each evaluation. */
    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.legacyCelRuntimeBuilder().setOptions(OPTIONS).build();

    private final CelRuntime.Program program;
    private final Set<String> claimNames;

    private CelCondition(CelRuntime.Program program, Set<String> claimNames) {
        this.program = program;
        this.claimNames = Set.copyOf(claimNames);
    }

    /**
     * Parses an expression.
     *
     * @throws IllegalArgumentException if it is not a condition, with a message that names the column
     */
    static CelCondition parse(String expression) {
        try {
            CelAbstractSyntaxTree tree = COMPILER.compile(expression).getAst();
            return new CelCondition(RUNTIME.createProgram(tree), findClaimNames(tree));
        } catch (CelValidationException e) {
            CelIssue firstError = e.getErrors().get(0);
            int column = firstError.getSourceLocation().getColumn() + 1;
            throw new IllegalArgumentException("at column " + column + ": " + firstError.getMessage(), e);
        } catch (CelEvaluationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Set<String> findClaimNames(CelAbstractSyntaxTree tree) {
        Set<String> names = new TreeSet<>();
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.IDENT
                        && node.expr().ident().name().equals(CLAIMS))
                .forEach(node -> names.add(findClaimName(node)));
        return names;
    }

    /**
     * Returns the name of the claim that this expression reads. The name must be a constant, because the gateway must
     * know all claims that conditions read: when one of them changes, it ends the sessions of the caller.
     */
    private static String findClaimName(CelNavigableExpr claims) {
        CelExpr parent = claims.parent().map(CelNavigableExpr::expr).orElse(claims.expr());
        if (parent.getKind() == Kind.SELECT) {
            return parent.select().field();
        }
        if (parent.getKind() == Kind.CALL && parent.call().function().equals("_[_]")) {
            CelExpr key = parent.call().args().get(1);
            if (key.getKind() == Kind.CONSTANT && key.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
                return key.constant().stringValue();
            }
        }
        throw new IllegalArgumentException("claims must be read by name: claims.team or claims['team']");
    }

    /** Returns whether the condition is true; false if its evaluation fails. */
    boolean allows(Map<String, Object> request, Map<String, Object> claims) {
        try {
            return Boolean.TRUE.equals(program.eval(Map.of(REQUEST, request, CLAIMS, claims)));
        } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    /** Returns whether the condition may be true: the arguments, or the URI of a template, are not known yet. */
    boolean canAllow(AccessRequest.Kind kind, Map<String, Object> request, Map<String, Object> claims) {
        try {
            CelAttributePattern[] unknownAttributes =
                    UNKNOWN_ATTRIBUTES.getOrDefault(kind, List.of()).toArray(new CelAttributePattern[0]);
            Object result = program.eval(PartialVars.of(Map.of(REQUEST, request, CLAIMS, claims), unknownAttributes));
            return Boolean.TRUE.equals(result) || result instanceof CelUnknownSet;
        } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    Set<String> claimNames() {
        return claimNames;
    }
}
