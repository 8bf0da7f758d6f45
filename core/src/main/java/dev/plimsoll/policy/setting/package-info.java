/** Types of policy settings: parse their text, check their values, and match names with globs. */
@NullMarked
package dev.plimsoll.policy.setting;

import org.jspecify.annotations.NullMarked;
