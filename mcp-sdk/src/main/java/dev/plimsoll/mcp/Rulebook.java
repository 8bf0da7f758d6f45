package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Gate;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Rule;
import io.modelcontextprotocol.common.McpTransportContext;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What holds now: the engine under its policies, and who may pass. Annotations come first in it, so that what is configured
 * has the last word.
 */
final class Rulebook {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final Policies configured;
    private final Map<Class<?>, PermissionCheck> instances;
    private volatile State state;

    /** What annotations have added so far. */
    private record State(
            Plimsoll engine, List<Rule> rules, Map<String, List<PermissionCheck>> checks, Map<String, Method> methods) {

        State {
            rules = List.copyOf(rules);
            checks = Map.copyOf(checks);
            methods = Map.copyOf(methods);
        }
    }

    Rulebook(Plimsoll engine, Policies configured, Map<Class<?>, PermissionCheck> instances) {
        this.configured = configured;
        this.instances = Map.copyOf(instances);
        this.state = new State(engine.withPolicies(configured), List.of(), Map.of(), Map.of());
    }

    Plimsoll engine() {
        return state.engine();
    }

    /** From now on the tool's annotation counts. */
    synchronized void add(AnnotatedTool tool) {
        State before = state;
        String name = tool.tool().name();
        Method known = before.methods().get(name);
        if (tool.method().equals(known)) {
            return;
        }
        if (known != null) {
            throw new IllegalArgumentException(tool.where() + ": its tool " + name + " has the name of "
                    + known.getDeclaringClass().getSimpleName() + "." + known.getName()
                    + ". Mend: give one of them another name");
        }
        List<Rule> rules = new ArrayList<>(before.rules());
        rules.add(new Rule(name, tool::applied));
        Map<String, List<PermissionCheck>> checks = new HashMap<>(before.checks());
        checks.put(name, tool.permissions().stream().map(one -> instance(one, tool)).toList());
        Map<String, Method> methods = new HashMap<>(before.methods());
        methods.put(name, tool.method());
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(configured.rules());
        Policies policies = new Policies(configured.base(), all, configured.profiles());
        state = new State(before.engine().withPolicies(policies), rules, checks, methods);
    }

    private PermissionCheck instance(Class<? extends PermissionCheck> type, AnnotatedTool tool) {
        PermissionCheck given = instances.get(type);
        if (given != null) {
            return given;
        }
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    tool.where() + ": no " + type.getSimpleName() + " can be made for its permissions. Mend: give it a"
                            + " constructor without arguments, or the guard an instance with permission(…)",
                    e);
        }
    }

    Gate gateFor(McpTransportContext context) {
        return (server, tool) -> {
            for (PermissionCheck check : state.checks().getOrDefault(tool, List.of())) {
                if (!permits(check, context)) {
                    throw new RefusedException(
                                    ErrorCode.FORBIDDEN,
                                    "you are not permitted to use " + tool,
                                    "a tool that tools/list shows")
                            .detail("tool", tool);
                }
            }
        };
    }

    private static boolean permits(PermissionCheck check, McpTransportContext context) {
        try {
            return check.permits(context);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "the permission check {0} failed with {1} and counts as a no",
                    check.getClass().getName(),
                    e.getClass().getSimpleName());
            return false;
        }
    }
}
