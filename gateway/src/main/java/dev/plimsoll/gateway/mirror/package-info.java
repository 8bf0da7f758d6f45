/** Arguments of tools that requests of 2026-07-28 repeat in headers, as the tools' schemas ask for. */
@NullMarked
package dev.plimsoll.gateway.mirror;

import org.jspecify.annotations.NullMarked;
