/** Policy keys, rules per tool, and the decision about a result. Has no side effects. */
@NullMarked
package dev.plimsoll.policy;

import org.jspecify.annotations.NullMarked;
