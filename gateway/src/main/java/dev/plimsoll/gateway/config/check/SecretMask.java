package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks likely secrets in texts that are shown, because users write secrets there against all advice. */
final class SecretMask {

    private static final List<String> SECRET_WORDS =
            List.of("token", "secret", "password", "passwd", "apikey", "credential", "authorization", "bearer");

    private static final Set<String> HEADER_OPTIONS = Set.of("-H", "--header", "--headers");

    /** Name of a header or a JSON field, at the beginning or after a space, a quote, or a brace. */
    private static final Pattern HEADER_NAME = Pattern.compile("(?<![^\\s'\"{])[A-Za-z0-9_-]++['\"]?:\\s*");

    private SecretMask() {}

    /** Returns the URL with the user, the password, and the query values masked. */
    static String maskUrl(String url) {
        int questionMark = url.indexOf('?');
        String beginning = questionMark < 0 ? url : url.substring(0, questionMark);
        int doubleSlash = beginning.indexOf("//");
        int atSign = beginning.indexOf('@', Math.max(0, doubleSlash));
        int pathStart = beginning.indexOf('/', doubleSlash < 0 ? 0 : doubleSlash + 2);
        if (doubleSlash >= 0 && atSign > 0 && (pathStart < 0 || atSign < pathStart)) {
            beginning = beginning.substring(0, doubleSlash + 2) + SecretValue.MASK + beginning.substring(atSign);
        }
        return questionMark < 0 ? beginning : beginning + "?" + SecretValue.MASK;
    }

    /**
     * Returns the arguments with values masked if their names indicate a secret: {@code --api-key=X},
     * {@code --token X}, {@code TOKEN=X}, {@code Authorization: X}. The values of all HTTP headers are masked:
     * {@code --header "X-Name: X"}.
     */
    static List<String> maskArguments(List<String> arguments) {
        List<String> masked = new ArrayList<>();
        String option = "";
        for (String argument : arguments) {
            boolean isOption = argument.startsWith("-");
            if (!isOption && HEADER_OPTIONS.contains(option)) {
                masked.add(maskHeader(argument));
            } else if (!isOption && isSecretName(option)) {
                masked.add(SecretValue.MASK);
            } else {
                masked.add(maskArgument(argument));
            }
            option = isOption && argument.indexOf('=') < 0 ? argument : "";
        }
        return masked;
    }

    private static String maskArgument(String argument) {
        Matcher header = HEADER_NAME.matcher(argument);
        while (header.find()) {
            if (isSecretName(header.group())) {
                return argument.substring(0, header.end()) + SecretValue.MASK;
            }
        }
        int equalsSign = argument.indexOf('=');
        String name = equalsSign < 0 ? "" : argument.substring(0, equalsSign);
        if (HEADER_OPTIONS.contains(name)) {
            return name + "=" + maskHeader(argument.substring(equalsSign + 1));
        }
        if (isSecretName(name)) {
            return name + "=" + SecretValue.MASK;
        }
        return argument.contains("://") ? maskUrl(argument) : argument;
    }

    /** Masks the value of {@code Name: value}. A text without a name is masked as a whole. */
    private static String maskHeader(String header) {
        Matcher name = HEADER_NAME.matcher(header);
        return name.lookingAt() ? name.group() + SecretValue.MASK : SecretValue.MASK;
    }

    private static boolean isSecretName(String name) {
        String normalized = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
        return SECRET_WORDS.stream().anyMatch(normalized::contains);
    }
}
