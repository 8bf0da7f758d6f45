/** Guards the tools of an agent, which take arguments in JSON and return texts; used by adapters for frameworks. */
@NullMarked
package dev.plimsoll.agent;

import org.jspecify.annotations.NullMarked;
