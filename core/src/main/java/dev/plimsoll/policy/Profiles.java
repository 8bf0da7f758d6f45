package dev.plimsoll.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clients whose limits are known. The figures and where they come from stand in docs/reference/clients.md. */
public final class Profiles {

    /** A margin below 10,000 characters, where the first client begins to cut errors. */
    private static final int ERROR = 9_900;

    private static final List<Profile> BUILT_IN = List.of(
            of("claude-code", 49_000, "claude-code*", "claude code*")
                    .with(Policy.TOKEN_BUDGET_THRESHOLD, 9_500)
                    .with(Policy.MAX_TOKEN_BUDGET, 20_000)
                    .with(Policy.FULL_BUDGET_THRESHOLD, 20_000),
            of("claude", 145_000, "claude-ai*", "anthropic/claudeai*", "claude desktop*", "claude-desktop*"),
            of("vscode", 7_680, "visual studio code*", "visual-studio-code*", "code - oss*"),
            of("cursor", 24_000, "cursor*"),
            of("copilot-cli", 19_000, "github-copilot*", "copilot*").with(Policy.COUNT_COPIES, CountCopies.SUM),
            of("gemini-cli", 38_000, "gemini-cli*"),
            of("codex", 30_000, "codex*")
                    .with(Policy.TOKEN_BUDGET_THRESHOLD, 9_000)
                    .with(Policy.MAX_TOKEN_BUDGET, 9_000)
                    .with(Policy.FULL_BUDGET_THRESHOLD, 9_000),
            new Profile("generic", List.of("*"), Policy.defaults()));

    private Profiles() {}

    /** Each of them once, in the order in which they are tried; the last one is for all others and asks for nothing. */
    public static List<Profile> builtIn() {
        return BUILT_IN;
    }

    /** The one of this name, or null. */
    public static @Nullable Profile named(String name) {
        for (Profile profile : BUILT_IN) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        return null;
    }

    private static Profile of(String name, int byteCeiling, String... match) {
        Policy ceilings =
                Policy.defaults().with(Policy.BYTE_CEILING, byteCeiling).with(Policy.ERROR_BYTES, ERROR);
        return new Profile(name, List.of(match), ceilings);
    }
}
