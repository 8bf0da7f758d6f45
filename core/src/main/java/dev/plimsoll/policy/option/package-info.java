/** The choices of single settings. */
@NullMarked
package dev.plimsoll.policy.option;

import org.jspecify.annotations.NullMarked;
