package dev.plimsoll.gateway.access;

import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.policy.setting.Glob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules with conditions in CEL. */
final class CelRuleSet implements RuleSet {

    /**
     * A rule.
     *
     * @param glob {@code server/tool} with {@code *} and {@code ?}; without a slash, the tool on any server
     */
    private record Rule(String glob, CelCondition condition) {

        boolean matches(AccessRequest request) {
            int slash = glob.indexOf('/');
            String nameGlob = glob.substring(slash + 1);
            return (slash < 0 || Glob.matches(glob.substring(0, slash), request.server()))
                    && (request.kind() == Kind.TEMPLATE
                            ? UriTemplate.canMatch(request.name(), nameGlob)
                            : Glob.matches(nameGlob, request.name()));
        }
    }

    private final List<Rule> rules;

    private CelRuleSet(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    static CelRuleSet of(Map<String, String> conditions) {
        List<Rule> rules = new ArrayList<>();
        conditions.forEach((glob, condition) -> rules.add(new Rule(glob, CelCondition.parse(condition))));
        return new CelRuleSet(rules);
    }

    /**
     * Returns the value of the variable {@code request} in conditions. The arguments are converted when a condition
     * first reads them.
     */
    private static Map<String, Object> requestVariable(AccessRequest request) {
        return Map.of(
                "kind",
                request.kind().word(),
                "server",
                request.server(),
                "tool",
                request.name(),
                "args",
                new ArgumentMap(request.arguments()));
    }

    @Override
    public boolean allows(AccessRequest request, Map<String, Object> claims) {
        Map<String, Object> requestVariable = requestVariable(request);
        return rules.stream()
                .anyMatch(rule -> rule.matches(request) && rule.condition().allows(requestVariable, claims));
    }

    @Override
    public boolean canAllow(AccessRequest request, Map<String, Object> claims) {
        Map<String, Object> requestVariable = requestVariable(request);
        return rules.stream()
                .anyMatch(rule ->
                        rule.matches(request) && rule.condition().canAllow(request.kind(), requestVariable, claims));
    }

    @Override
    public Set<String> claimNames() {
        Set<String> names = new HashSet<>();
        rules.forEach(rule -> names.addAll(rule.condition().claimNames()));
        return names;
    }
}
