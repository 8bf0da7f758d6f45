package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;

/**
 * How {@code serve} proves who it is, and keeps what is said secret.
 *
 * @param certificate a chain in PEM, our own first
 * @param key the private one of the first certificate, in PEM
 */
public record TlsConfig(Path certificate, Path key) {}
