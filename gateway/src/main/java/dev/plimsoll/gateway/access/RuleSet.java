package dev.plimsoll.gateway.access;

import java.util.Map;
import java.util.Set;

/** Rules with conditions in some language. */
interface RuleSet {

    /** Returns whether a rule allows the request. A rule whose condition cannot be evaluated does not allow it. */
    boolean allows(AccessRequest request, Map<String, Object> claims);

    /** Returns whether a rule can allow the request with some arguments, or some URI of its template. */
    boolean canAllow(AccessRequest request, Map<String, Object> claims);

    /** Returns the names of the claims that the conditions read. */
    Set<String> claimNames();
}
