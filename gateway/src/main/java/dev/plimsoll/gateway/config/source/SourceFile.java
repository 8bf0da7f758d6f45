package dev.plimsoll.gateway.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the text of a file. It must be UTF-8, readable, and not too large. */
public final class SourceFile {

    /** More than ten times the largest known configuration. Parsing this much takes about a second. */
    static final int MAX_BYTES = 1 << 20;

    private SourceFile() {}

    /** Returns the content of the file; null if it is empty. */
    public static @Nullable ConfigNode read(Path file, String name) throws SourceException {
        return YamlText.parse(readText(file, name), name);
    }

    /** Parses the text of a file as {@link #read} does; null if it is empty. */
    public static @Nullable ConfigNode parse(String text, String name) throws SourceException {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new SourceException(ConfigOrigin.of(name), "is larger than 1 MB");
        }
        return YamlText.parse(text.startsWith("\uFEFF") ? text.substring(1) : text, name);
    }

    private static String readText(Path file, String name) throws SourceException {
        ConfigOrigin configOrigin = ConfigOrigin.of(name);
        if (Files.isDirectory(file)) {
            throw new SourceException(configOrigin, "is a directory, not a file");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new SourceException(configOrigin, "there is no such file");
        } catch (AccessDeniedException e) {
            throw new SourceException(configOrigin, "is not readable (permission denied)");
        } catch (IOException e) {
            throw new SourceException(configOrigin, "cannot be read: " + e.getMessage());
        }
        if (bytes.length > MAX_BYTES) {
            throw new SourceException(configOrigin, "is larger than 1 MB");
        }
        return decode(bytes, name);
    }

    private static String decode(byte[] bytes, String name) throws SourceException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            String lastLine = text.substring(text.lastIndexOf('\n') + 1);
            ConfigOrigin configOrigin = new ConfigOrigin(name, line, lastLine.codePointCount(0, lastLine.length()) + 1);
            throw new SourceException(configOrigin, "is not UTF-8: save the file as UTF-8");
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
