/** JSON-RPC messages as bytes: parses them, and replaces parts in place. */
@NullMarked
package dev.plimsoll.gateway.rpc;

import org.jspecify.annotations.NullMarked;
