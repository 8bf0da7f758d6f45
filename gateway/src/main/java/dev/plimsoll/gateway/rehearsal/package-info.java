/**
 * Exercises Plimsoll for the launcher, which records the loaded classes and busy methods in AOT caches for
 * faster starts. It is part of the program, because an AOT cache fits only one machine: the launcher creates the caches
 * where Plimsoll runs, after a build and with {@code plimsoll warm}.
 */
@NullMarked
package dev.plimsoll.gateway.rehearsal;

import org.jspecify.annotations.NullMarked;
