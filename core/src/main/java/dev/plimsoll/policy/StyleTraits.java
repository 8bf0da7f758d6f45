package dev.plimsoll.policy;

import dev.plimsoll.policy.option.SchemaForm;
import java.util.List;

/**
 * Properties of the style of a policy, for packages that do not know styles.
 *
 * @param canShape whether the style ever changes a result
 * @param hasDescription whether its first answer describes the document instead of showing a part of it
 * @param schemaForm the form that a widened output schema allows
 * @param readArguments the arguments that a heavy tool is listed with; the first one takes the cursor
 */
public record StyleTraits(boolean canShape, boolean hasDescription, SchemaForm schemaForm, List<String> readArguments) {

    /** Properties of most styles. */
    public static final StyleTraits COMMON = new StyleTraits(
            true,
            false,
            SchemaForm.WITH_HEADER,
            List.of("cursor", "mode", "page", "page_size", "fields", "find", "query"));

    public StyleTraits {
        readArguments = List.copyOf(readArguments);
        if (readArguments.isEmpty()) {
            throw new IllegalArgumentException("the arguments of a style must begin with one for the cursor");
        }
    }
}
