package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;

/**
 * TLS certificate and key of {@code serve}.
 *
 * @param certificate a chain in PEM, the certificate of Plimsoll first
 * @param key the private key of the first certificate, in PEM
 */
public record TlsConfig(Path certificate, Path key) {}
