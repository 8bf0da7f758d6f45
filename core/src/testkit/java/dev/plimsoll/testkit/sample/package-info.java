/** Sample payloads of tools, including malformed ones, and results built around them, by name or random. */
@NullMarked
package dev.plimsoll.testkit.sample;

import org.jspecify.annotations.NullMarked;
