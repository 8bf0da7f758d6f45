/** Contract tests, fakes and generators for those who extend Plimsoll, and for Plimsoll itself. */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
