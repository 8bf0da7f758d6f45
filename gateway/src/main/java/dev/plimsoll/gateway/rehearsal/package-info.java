/** What the launcher has the program do once on each machine, so that its AOT caches know the classes and the busy methods. */
@NullMarked
package dev.plimsoll.gateway.rehearsal;

import org.jspecify.annotations.NullMarked;
