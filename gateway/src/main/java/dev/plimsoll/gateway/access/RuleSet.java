package dev.plimsoll.gateway.access;

import java.util.Map;
import java.util.Set;

/** Rules with conditions in some language. */
interface RuleSet {

    /** Returns whether a rule allows the request. A rule whose condition cannot be evaluated does not allow it. */
    boolean allows(AccessRequest request, Map<String, Object> claims);

    /** Returns whether there may be arguments, or a URI of the template, for which a rule allows the request. */
    boolean canAllow(AccessRequest request, Map<String, Object> claims);

    /** Returns the names of the claims that the conditions read. */
    Set<String> claimNames();
}
