package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.nio.file.Path;

/**
 * Settings for the certificates with which callers authenticate.
 *
 * @param authorities file with the certificates of the authorities that sign them, in PEM
 * @param isRequired whether connections without a certificate are refused
 * @param tier the tools that callers with a certificate may use
 */
public record ClientCertificates(Path authorities, boolean isRequired, Tier tier) {}
