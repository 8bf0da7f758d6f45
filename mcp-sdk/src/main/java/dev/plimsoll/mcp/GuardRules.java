package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.shape.style.StyleRegistry;
import io.modelcontextprotocol.common.McpTransportContext;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Current policies and permission checks. Rules from annotations come first, so configured rules override them.
 */
final class GuardRules {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final ToolListings toolListings = new ToolListings();
    private final StyleRegistry styles;
    private final GuardedNames guardedNames = new GuardedNames();
    private final Map<Class<?>, PermissionCheck> checkInstances;
    private volatile State state;

    /**
     * The configured policies and everything that annotations have added so far. It is replaced as a whole,
     * so that readers always see values that fit together.
     *
     * @param effective the configured policies with the rules from annotations before them
     * @param rules the rules from annotations
     * @param checks the permission checks by the name of the tool
     * @param origins the method or dispatcher that added a name, to detect duplicate names
     */
    private record State(
            Policies effective,
            Policies configured,
            List<PolicyRule> rules,
            Map<String, List<PermissionCheck>> checks,
            Map<String, Object> origins) {

        State {
            rules = List.copyOf(rules);
            checks = Map.copyOf(checks);
            origins = Map.copyOf(origins);
        }

        static Policies combine(Policies configured, List<PolicyRule> annotated) {
            List<PolicyRule> rules = new ArrayList<>(annotated);
            rules.addAll(configured.rules());
            return new Policies(configured.base(), rules, configured.profiles());
        }
    }

    GuardRules(StyleRegistry styles, Policies configured, Map<Class<?>, PermissionCheck> checkInstances) {
        this.styles = styles;
        this.checkInstances = Map.copyOf(checkInstances);
        this.state = new State(styles.resolve(configured), configured, List.of(), Map.of(), Map.of());
    }

    /** Returns the policies in force. */
    Policies policies() {
        return state.effective();
    }

    ToolListings listings() {
        return toolListings;
    }

    GuardedNames guardedNames() {
        return guardedNames;
    }

    /** Replaces the configured policies. Rules from annotations stay before them. */
    synchronized void replacePolicies(Policies policies) {
        State current = state;
        Policies newPolicies = styles.resolve(State.combine(policies, current.rules()));
        toolListings.requireUnchanged(newPolicies);
        state = new State(newPolicies, policies, current.rules(), current.checks(), current.origins());
    }

    /** Adds the policy and the permission checks of an annotated tool. */
    void add(AnnotatedTool tool) {
        List<PermissionCheck> checks = tool.permissions().stream()
                .map(check -> instanceOf(check, tool))
                .toList();
        add(tool.tool().name(), tool::applyTo, checks, tool.method());
    }

    /** Adds a rule that allows every caller to use a dispatcher. The tools that it calls have their own tiers. */
    void addDispatcher(String name) {
        add(name, policy -> policy.with(Policy.TIER, Tier.READ), List.of(), "a dispatcher");
    }

    private synchronized void add(
            String name, UnaryOperator<Policy> change, List<PermissionCheck> checks, Object origin) {
        State current = state;
        Object existing = current.origins().get(name);
        if (origin.equals(existing)) {
            return;
        }
        if (existing != null) {
            throw new IllegalArgumentException(describe(origin) + ": its tool " + name + " has the same name as "
                    + describe(existing) + ". Fix: rename one of them");
        }
        List<PolicyRule> rules = new ArrayList<>(current.rules());
        rules.add(new PolicyRule(name, change));
        Map<String, List<PermissionCheck>> allChecks = new HashMap<>(current.checks());
        allChecks.put(name, checks);
        Map<String, Object> origins = new HashMap<>(current.origins());
        origins.put(name, origin);
        Policies policies = resolve(State.combine(current.configured(), rules), origin);
        state = new State(policies, current.configured(), rules, allChecks, origins);
    }

    private Policies resolve(Policies policies, Object origin) {
        try {
            return styles.resolve(policies);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    describe(origin) + ": " + e.getMessage() + ". Fix: use a value that the policy allows", e);
        }
    }

    private static String describe(Object origin) {
        return origin instanceof Method method
                ? method.getDeclaringClass().getSimpleName() + "." + method.getName()
                : origin.toString();
    }

    boolean hasChecks(String tool) {
        return !state.checks().getOrDefault(tool, List.of()).isEmpty();
    }

    private PermissionCheck instanceOf(Class<? extends PermissionCheck> type, AnnotatedTool tool) {
        PermissionCheck configured = checkInstances.get(type);
        if (configured != null) {
            return configured;
        }
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    tool.location() + ": cannot create " + type.getSimpleName() + " for its permissions. Fix: add a"
                            + " constructor without arguments, or pass an instance to permission(…)",
                    e);
        }
    }

    /** Returns an authorizer that applies the permission checks to the sender of a request. */
    CallAuthorizer authorizerFor(McpTransportContext context) {
        return (server, tool) -> {
            for (PermissionCheck check : state.checks().getOrDefault(tool, List.of())) {
                if (!isPermitted(check, context)) {
                    throw new RefusedException(
                                    ErrorCode.FORBIDDEN,
                                    "you are not permitted to use " + tool,
                                    "a tool that tools/list shows")
                            .detail("tool", tool);
                }
            }
        };
    }

    private static boolean isPermitted(PermissionCheck check, McpTransportContext context) {
        try {
            return check.permits(context);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "the permission check {0} failed with {1} and denies access",
                    check.getClass().getName(),
                    e.getClass().getSimpleName());
            return false;
        }
    }
}
