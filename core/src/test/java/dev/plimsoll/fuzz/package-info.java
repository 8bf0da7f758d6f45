/**
 * Fuzz tests of everything that receives external bytes. Jazzer searches for failing inputs; each build runs the stored ones.
 */
@NullMarked
package dev.plimsoll.fuzz;

import org.jspecify.annotations.NullMarked;
