package dev.plimsoll.mcp.annotation;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Tool that was created from an annotated method. It is not guarded yet. */
public final class AnnotatedTool {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final ToolDeclaration toolDeclaration;
    private final Tool tool;
    private final Object target;
    private final ParameterBinding parameterBinding;
    private final ReturnValueConverter returnValueConverter;

    AnnotatedTool(
            ToolDeclaration toolDeclaration,
            Tool tool,
            Object target,
            ParameterBinding parameterBinding,
            ReturnValueConverter returnValueConverter) {
        this.toolDeclaration = toolDeclaration;
        this.tool = tool;
        this.target = target;
        this.parameterBinding = parameterBinding;
        this.returnValueConverter = returnValueConverter;
    }

    public Tool tool() {
        return tool;
    }

    /** Returns the class and the name of the method for messages, such as {@code Inventory.list}. */
    public String location() {
        return InvalidToolException.location(method());
    }

    /** Returns the annotated method. */
    public Method method() {
        return toolDeclaration.method();
    }

    /** Returns the policy with the settings of the annotation. */
    public Policy applyTo(Policy policy) {
        return toolDeclaration.applyTo(policy);
    }

    public List<Class<? extends PermissionCheck>> permissions() {
        return toolDeclaration.permissions();
    }

    /** Runs the method. Exceptions become error results, except {@code McpError} and {@code Error}, which are rethrown. */
    public CallToolResult call(Object exchange, McpTransportContext context, CallToolRequest request) {
        try {
            Object value = method().invoke(target, parameterBinding.resolveValues(exchange, context, request));
            return returnValueConverter.toResult(method().getReturnType() == void.class ? "done" : value);
        } catch (InvocationTargetException e) {
            return errorResult(e.getCause() == null ? e : e.getCause());
        } catch (IllegalAccessException | RuntimeException e) {
            return errorResult(e);
        }
    }

    /**
     * Runs the method in an async server. A method that does not return a {@code Mono} may block, so it runs
     * on another thread.
     */
    public Mono<CallToolResult> callAsync(Object exchange, McpTransportContext context, CallToolRequest request) {
        if (!Mono.class.isAssignableFrom(method().getReturnType())) {
            return Mono.fromCallable(() -> call(exchange, context, request)).subscribeOn(Schedulers.boundedElastic());
        }
        return Mono.defer(() -> invokeAsync(exchange, context, request))
                .map(returnValueConverter::toResult)
                .switchIfEmpty(Mono.fromCallable(() -> returnValueConverter.toResult(null)))
                .onErrorResume(e -> Mono.fromCallable(() -> errorResult(e)));
    }

    private Mono<?> invokeAsync(Object exchange, McpTransportContext context, CallToolRequest request) {
        try {
            Object returned = method().invoke(target, parameterBinding.resolveValues(exchange, context, request));
            return returned instanceof Mono<?> mono ? mono : Mono.empty();
        } catch (InvocationTargetException e) {
            return Mono.error(e.getCause() == null ? e : e.getCause());
        } catch (IllegalAccessException e) {
            return Mono.error(e);
        }
    }

    /**
     * Converts an exception to a result. A refusal or an invalid argument keeps its message. All other errors are only logged,
     * because their messages may be confidential.
     */
    private CallToolResult errorResult(Throwable cause) {
        if (cause instanceof McpError mcpError) {
            throw mcpError;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RefusedException refused) {
            return ReturnValueConverter.errorResult(refused);
        }
        if (cause instanceof IllegalArgumentException invalidArgument) {
            return ReturnValueConverter.errorResult(new RefusedException(
                    ErrorCode.INVALID_REQUEST, message(invalidArgument), "other arguments for " + tool.name()));
        }
        LOG.log(Level.WARNING, "the tool " + tool.name() + " failed in " + location(), cause);
        return ReturnValueConverter.errorResult(new RefusedException(
                ErrorCode.INTERNAL_ERROR, tool.name() + " failed", "other arguments, or the same call later"));
    }

    private static String message(@Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        return message == null ? "the arguments are invalid" : message;
    }
}
