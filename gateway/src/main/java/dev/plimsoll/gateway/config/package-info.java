/** Reads and checks the configuration. Start at {@link dev.plimsoll.gateway.config.ConfigurationReader}. */
@NullMarked
package dev.plimsoll.gateway.config;

import org.jspecify.annotations.NullMarked;
