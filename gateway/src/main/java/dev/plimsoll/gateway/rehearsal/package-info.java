/**
 * Exercises Plimsoll for the launcher, which records the loaded classes and busy methods in AOT caches for
 * faster starts.
 */
@NullMarked
package dev.plimsoll.gateway.rehearsal;

import org.jspecify.annotations.NullMarked;
