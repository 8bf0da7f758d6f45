/** What standing in between costs over HTTP: real processes, against none, against a blind proxy on the same stack, and nginx. */
@NullMarked
package dev.plimsoll.bench.http;

import org.jspecify.annotations.NullMarked;
