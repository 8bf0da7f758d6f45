/**
 * Test utilities for users of the engine: property tests with seeded cases, and tests for implementations of its interfaces.
 */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
