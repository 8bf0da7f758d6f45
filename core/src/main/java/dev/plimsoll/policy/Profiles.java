package dev.plimsoll.policy;

import dev.plimsoll.policy.option.AppMode;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.policy.option.CountCopies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Built-in profiles of clients with known limits. See docs/reference/clients.md for the numbers and their sources. */
public final class Profiles {

    /** Error limit in bytes, slightly below the 10,000 characters from which clients cut errors. */
    private static final int ERROR_BYTES = 9_900;

    /** Error limit in bytes for a client that shows each error twice. */
    private static final int REPEATED_ERROR_BYTES = 6_000;

    /** Limit of images for clients that show them to the model. */
    private static final int IMAGE_BYTES = 5 * 1024 * 1024;

    /** Limit of images for clients that write them as base64: an image of this size has about 4,000 tokens. */
    private static final int TEXT_IMAGE_BYTES = 4_000;

    private static final List<Profile> BUILT_IN = List.of(
            withByteCeiling("claude-code", 49_000, "claude-code*", "claude code*")
                    .with(Policy.TOKEN_BUDGET_THRESHOLD, 9_500)
                    .with(Policy.MAX_TOKEN_BUDGET, 20_000)
                    .with(Policy.FULL_BUDGET_THRESHOLD, 20_000)
                    .with(Policy.RESOURCE_LINKS, true),
            withByteCeiling(
                    "claude", 145_000, "claude-ai*", "anthropic/claudeai*", "claude desktop*", "claude-desktop*"),
            withByteCeiling("vscode", 7_680, "visual studio code*", "visual-studio-code*", "code - oss*")
                    .with(Policy.RESOURCE_LINKS, true),
            withByteCeiling("cursor", 24_000, "cursor*"),
            withByteCeiling("copilot-cli", 19_000, "github-copilot*", "copilot*")
                    .with(Policy.COUNT_COPIES, CountCopies.SUM),
            withByteCeiling("gemini-cli", 38_000, "gemini-cli*")
                    .with(Policy.IMAGE_BYTES, IMAGE_BYTES)
                    .with(Policy.RESOURCE_LINKS, false)
                    .with(Policy.BUDGET_META, BudgetMeta.NEVER),
            // Qwen Code calls itself qwen-cli-mcp-client-SERVER, and shows errors twice
            withByteCeiling("qwen-code", 25_000, "qwen-cli*", "qwen-code*")
                    .with(Policy.ERROR_BYTES, REPEATED_ERROR_BYTES)
                    .with(Policy.APPS, AppMode.SHAPE)
                    .with(Policy.RESOURCE_LINKS, false)
                    .with(Policy.BUDGET_META, BudgetMeta.NEVER),
            withByteCeiling("opencode", 49_000, "opencode*")
                    .with(Policy.IMAGE_BYTES, IMAGE_BYTES)
                    .with(Policy.RESOURCE_LINKS, false),
            // for models that it does not know, Codex cuts the middle out of results of more than 12,000 bytes
            withByteCeiling("codex", 11_800, "codex*")
                    .with(Policy.IMAGE_BYTES, IMAGE_BYTES)
                    .with(Policy.RESOURCE_LINKS, false)
                    .with(Policy.TOKEN_BUDGET_THRESHOLD, 9_000)
                    .with(Policy.MAX_TOKEN_BUDGET, 9_000)
                    .with(Policy.FULL_BUDGET_THRESHOLD, 9_000)
                    // Codex marks the calls of its code mode this way; programs read their results
                    .withProgramCalls("callId", "exec-"),
            imagesAsText("ai-sdk", "ai-sdk-mcp-client*"),
            imagesAsText("spring-ai", "spring-ai-mcp-client*"),
            new Profile("generic", List.of("*"), Policy.defaults()));

    private Profiles() {}

    /** Returns all profiles in the order of matching. The last one matches all other clients and sets no limits. */
    public static List<Profile> builtIn() {
        return BUILT_IN;
    }

    /** Returns the profile of this name, or null if there is none. */
    public static @Nullable Profile find(String name) {
        for (Profile profile : BUILT_IN) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        return null;
    }

    /** Returns the profile of a client that gives images to its model as base64 text. */
    private static Profile imagesAsText(String name, String clientGlob) {
        Policy limits = Policy.defaults()
                .with(Policy.BINARY_BYTES, TEXT_IMAGE_BYTES)
                .with(Policy.IMAGE_BYTES, TEXT_IMAGE_BYTES)
                .with(Policy.IMAGES_AS_TEXT, true);
        return new Profile(name, List.of(clientGlob), limits);
    }

    /** Returns the profile of a client with this limit for answers, and the usual limit for errors. */
    private static Profile withByteCeiling(String name, int byteCeiling, String... clientGlobs) {
        Policy ceilings =
                Policy.defaults().with(Policy.BYTE_CEILING, byteCeiling).with(Policy.ERROR_BYTES, ERROR_BYTES);
        return new Profile(name, List.of(clientGlobs), ceilings);
    }
}
