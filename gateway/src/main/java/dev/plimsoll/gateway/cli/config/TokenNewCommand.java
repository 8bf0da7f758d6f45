package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.setting.SettingType;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll token new}: prints the token to standard output, and its configuration entry to standard error. */
@Command(
        name = "new",
        description = "Creates a token, shows it once, and prints its configuration entry.",
        footer = {
            "",
            "Examples:",
            "  plimsoll token new --id ci --tier read --expires 90d",
            "  plimsoll token new --id alice --expires 2027-01-31 > alice.token"
        })
final class TokenNewCommand implements Callable<Integer> {

    private static final String ID_PATTERN = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";
    private static final SettingType<Duration> DURATION =
            SettingType.time(Duration.ofMinutes(1), Duration.ofDays(36_500));
    private static final int SHORT_HASH_LENGTH = 8;

    private final Terminal terminal;

    @Option(names = "--id", paramLabel = "ID", description = "the caller's ID (default: generated)")
    private @Nullable String id;

    @Option(names = "--tier", paramLabel = "TIER", description = "read, read_write, or admin (default: read)")
    private String tier = "read";

    @Option(
            names = "--expires",
            paramLabel = "WHEN",
            description = "when it expires: a duration (90d) or a date (2027-01-31); default: never")
    private @Nullable String expires;

    TokenNewCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Tier granted = parseTier();
        Instant expiry = expires == null ? null : parseExpiry(expires, Instant.now());
        if (id != null && !id.matches(ID_PATTERN)) {
            throw new UsageException(
                    "--id: must be at most 64 letters, digits, or . _ @ -, and begin with a letter or digit");
        }
        NewToken token = NewToken.from(new SecureRandom());
        String name = id == null ? "caller-" + token.hash().substring(0, SHORT_HASH_LENGTH) : id;
        terminal.out().println(token.text());
        terminal.out().flush();
        terminal.err().println("This token is shown only once. To let serve accept it, add to plimsoll.yaml:");
        terminal.err().println("auth:");
        terminal.err().println("  tokens:");
        terminal.err()
                .println("    - { id: " + name + ", hash: \"sha256:" + token.hash() + "\", tier: " + granted
                        + (expiry == null ? "" : ", expires: " + expiry) + " }");
        return ExitCode.SUCCESS;
    }

    private Tier parseTier() {
        for (Tier candidate : Tier.values()) {
            if (candidate.toString().equals(tier.toLowerCase(Locale.ROOT))) {
                return candidate;
            }
        }
        throw new UsageException("--tier: must be read, read_write, or admin, got " + tier);
    }

    private static Instant parseExpiry(String text, Instant now) {
        Instant expiry = parseTime(text, now);
        if (!expiry.isAfter(now)) {
            throw new UsageException("--expires: must be in the future, got " + text);
        }
        return expiry.truncatedTo(ChronoUnit.SECONDS);
    }

    private static Instant parseTime(String text, Instant now) {
        try {
            return now.plus(DURATION.parse(text));
        } catch (IllegalArgumentException e) {
            // not a duration, so it must be a date
        }
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new UsageException(
                    "--expires: must be a duration such as 90d, or a date such as 2027-01-31, got " + text);
        }
    }
}
