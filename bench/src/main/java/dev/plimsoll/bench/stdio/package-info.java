/** What standing in between costs over standard input and output: real processes, against none and against a blind proxy. */
@NullMarked
package dev.plimsoll.bench.stdio;

import org.jspecify.annotations.NullMarked;
