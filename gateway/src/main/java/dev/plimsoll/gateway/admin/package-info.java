/** What an operator asks of a gateway that runs: requests, figures, health. */
@NullMarked
package dev.plimsoll.gateway.admin;

import org.jspecify.annotations.NullMarked;
