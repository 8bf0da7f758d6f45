/** Says what a call may return: the policy's keys, rules by tool, and the decision. Pure. */
@NullMarked
package dev.plimsoll.policy;

import org.jspecify.annotations.NullMarked;
