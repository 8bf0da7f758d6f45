package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Resolves references to variables and files, in the syntax of the configuration documentation. */
public final class VariableReferences {

    private static final int MAX_BYTES = 64 << 10;
    private static final String FILE = "file:";

    private final Map<String, String> environment;
    private final Path dataFolder;
    private final Set<String> usedVariables = new HashSet<>();

    public VariableReferences(Map<String, String> environment, Path dataFolder) {
        this.environment = environment;
        this.dataFolder = dataFolder;
    }

    /**
     * A text with its references resolved.
     *
     * @param value the text with secrets
     * @param masked the text with {@code ***} in place of secrets
     * @param references all references in the text, as written
     * @param hasLiteral whether there is any text besides references
     */
    record ResolvedText(String value, String masked, String references, boolean hasLiteral) {}

    /** Thrown for an invalid reference. The message names the reference and never contains a secret. */
    static final class ReferenceException extends Exception {

        private static final long serialVersionUID = 1L;

        ReferenceException(String message) {
            super(message);
        }
    }

    /** Returns whether a text contains a reference. */
    static boolean hasReference(String text) {
        for (int position = text.indexOf("${"); position >= 0; position = text.indexOf("${", position + 1)) {
            if (position == 0 || text.charAt(position - 1) != '$') {
                return true;
            }
        }
        return false;
    }

    /** Returns the variables that were referred to. */
    public Set<String> usedVariables() {
        return usedVariables;
    }

    ResolvedText resolve(String text) throws ReferenceException {
        StringBuilder value = new StringBuilder();
        StringBuilder masked = new StringBuilder();
        StringBuilder references = new StringBuilder();
        boolean hasLiteral = false;
        int position = 0;
        while (position < text.length()) {
            if (text.startsWith("$${", position)) {
                value.append("${");
                masked.append("${");
                hasLiteral = true;
                position += 3;
            } else if (text.startsWith("${", position)) {
                int end = text.indexOf('}', position);
                if (end < 0) {
                    throw new ReferenceException("a reference ${ without }; write $${ for a literal ${");
                }
                value.append(resolveReference(text.substring(position + 2, end)));
                masked.append(SecretValue.MASK);
                references.append(references.isEmpty() ? "" : " ").append(text, position, end + 1);
                position = end + 1;
            } else {
                value.append(text.charAt(position));
                masked.append(text.charAt(position));
                hasLiteral = true;
                position++;
            }
        }
        return new ResolvedText(value.toString(), masked.toString(), references.toString(), hasLiteral);
    }

    private String resolveReference(String name) throws ReferenceException {
        if (name.startsWith(FILE)) {
            return readSecretFile(name.substring(FILE.length()));
        }
        if (!isName(name)) {
            throw new ReferenceException(
                    "a reference is ${NAME} or ${file:PATH}, got ${" + ConfigErrors.toPrintable(name) + "}");
        }
        usedVariables.add(name);
        String value = environment.get(name);
        if (value == null) {
            throw new ReferenceException("the environment variable " + name + " is not set");
        }
        return value;
    }

    private static boolean isName(String name) {
        boolean isValid = !name.isEmpty() && !(name.charAt(0) >= '0' && name.charAt(0) <= '9');
        for (int i = 0; i < name.length() && isValid; i++) {
            char c = name.charAt(i);
            isValid = c == '_' || (c < 0x80 && Character.isLetterOrDigit(c));
        }
        return isValid;
    }

    /** Reads a secret without its final line break, which editors add. */
    private String readSecretFile(String name) throws ReferenceException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(dataFolder.resolve(name))) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new ReferenceException("there is no file " + ConfigErrors.toPrintable(name));
        } catch (AccessDeniedException e) {
            throw new ReferenceException(
                    "the file " + ConfigErrors.toPrintable(name) + " is not readable (permission denied)");
        } catch (IOException | InvalidPathException e) {
            throw new ReferenceException("the file " + ConfigErrors.toPrintable(name) + " cannot be read");
        }
        if (bytes.length > MAX_BYTES) {
            throw new ReferenceException("the file " + ConfigErrors.toPrintable(name) + " is larger than 64 KB");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            int end =
                    text.endsWith("\r\n") ? text.length() - 2 : text.endsWith("\n") ? text.length() - 1 : text.length();
            return text.substring(0, end);
        } catch (CharacterCodingException e) {
            throw new ReferenceException("the file " + ConfigErrors.toPrintable(name) + " is not UTF-8");
        }
    }
}
