/** For tests of whoever builds on the engine: properties checked on seeded cases. */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
