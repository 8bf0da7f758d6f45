/** What tools may answer: payloads of every nasty kind and results built around them, by name and at random. */
@NullMarked
package dev.plimsoll.testkit.sample;

import org.jspecify.annotations.NullMarked;
