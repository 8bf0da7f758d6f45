/** For tests: seeded cases, payloads of every nasty kind, and tool results built around them. */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
