package dev.plimsoll.format.patch;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One commit of a log: its header, its message, and its files. */
final class GitCommit {

    private static final Pattern FIRST_LINE =
            Pattern.compile("commit ([0-9a-f]{7,64})((?: [0-9a-f]{7,64})*)(?: \\((.*)\\))?");
    private static final Pattern HEADER = Pattern.compile("([A-Z][A-Za-z]{1,20}): +(.*)");
    private static final Pattern PERSON = Pattern.compile("(.*?) *<([^>]*)>");
    /** Maximum length of a line that is matched with a regular expression. */
    private static final int MAX_LINE_LENGTH = 2000;
    /** Maximum length of the name of a header. */
    private static final int MAX_HEADER_NAME_LENGTH = 21;

    private static final String COMMIT = "commit ";
    private static final String INDENT = "    ";
    private static final Slice NOTHING = Slice.of("");

    private final Slice hash;
    private final @Nullable Slice references;
    private final ByteSink message;
    private final List<GitFile> files = new ArrayList<>();
    private Slice author = NOTHING;
    private Slice email = NOTHING;
    private Slice date = NOTHING;

    /** True after the first line of the message: no headers follow. */
    private boolean isInMessage;

    /**
     * Creates a commit from its first line.
     *
     * @param message the buffer for the message; the next commit can use it when this one is written
     */
    GitCommit(Slice line, ByteSink message) {
        this.message = message;
        message.truncate(0);
        if (hasOnlyHash(line)) {
            this.hash = line.sub(COMMIT.length(), line.length());
            this.references = null;
        } else {
            Matcher matcher = FIRST_LINE.matcher(line.utf8());
            boolean isMatch = matcher.matches();
            this.hash = isMatch ? Slice.of(matcher.group(1)) : NOTHING;
            this.references = isMatch && matcher.group(3) != null ? Slice.of(matcher.group(3)) : null;
        }
    }

    static boolean startsCommit(Slice line) {
        return line.length() < MAX_LINE_LENGTH
                && DiffScan.startsWith(line, COMMIT)
                && (hasOnlyHash(line) || FIRST_LINE.matcher(line.utf8()).matches());
    }

    private static boolean hasOnlyHash(Slice line) {
        int digits = line.length() - COMMIT.length();
        return digits >= 7 && digits <= 64 && PlainLine.endOfHex(line, COMMIT.length()) == line.length();
    }

    /** Adds the next line; returns false if it belongs to no commit. */
    boolean addLine(Slice line) {
        if (Json.trim(line).isEmpty()) {
            if (isInMessage && message.size() > 0) {
                message.raw((byte) '\n');
            }
            return true;
        }
        if (DiffScan.startsWith(line, INDENT) && files.isEmpty()) {
            isInMessage = true;
            message.raw(line.sub(INDENT.length(), line.length())).raw((byte) '\n');
            return true;
        }
        return addHeader(line) || addFile(line);
    }

    private boolean addHeader(Slice line) {
        if (isInMessage || line.length() > MAX_LINE_LENGTH) {
            return false;
        }
        if (!PlainLine.isPlain(line)) {
            Matcher matcher = HEADER.matcher(line.utf8());
            boolean isMatch = matcher.matches();
            if (isMatch) {
                setHeader(Slice.of(matcher.group(1)), Slice.of(matcher.group(2)));
            }
            return isMatch;
        }
        int nameEnd = PlainLine.endOfLetters(line, 0);
        boolean isName = nameEnd > 1 && nameEnd <= MAX_HEADER_NAME_LENGTH && (line.at(0) & 0x20) == 0;
        int valueStart =
                isName && PlainLine.hasTextAt(line, nameEnd, ": ") ? PlainLine.endOfBlanks(line, nameEnd + 1) : 0;
        if (valueStart > 0) {
            setHeader(line.sub(0, nameEnd), line.sub(valueStart, line.length()));
        }
        return valueStart > 0;
    }

    private void setHeader(Slice name, Slice value) {
        if (isEqual(name, "Author")) {
            setAuthor(value);
        } else if (isEqual(name, "Date") || isEqual(name, "AuthorDate")) {
            // the author and the author's date are enough: Merge, Commit, and CommitDate are left out
            date = PlainLine.isPlain(value)
                    ? Json.trim(value)
                    : Slice.of(value.utf8().strip());
        }
    }

    private static boolean isEqual(Slice name, String word) {
        return name.length() == word.length() && DiffScan.startsWith(name, word);
    }

    private void setAuthor(Slice value) {
        int openAngle = PlainLine.indexOf(value, '<', 0);
        boolean isPlain = PlainLine.isPlain(value)
                && PlainLine.indexOf(value, '>', 0) == value.length() - 1
                && openAngle < value.length();
        if (isPlain) {
            int nameEnd = openAngle;
            while (nameEnd > 0 && value.at(nameEnd - 1) == ' ') {
                nameEnd--;
            }
            author = value.sub(0, nameEnd);
            email = value.sub(openAngle + 1, value.length() - 1);
            return;
        }
        Matcher matcher = PERSON.matcher(value.utf8());
        boolean isMatch = matcher.matches();
        author = isMatch ? Slice.of(matcher.group(1)) : value;
        email = isMatch ? Slice.of(matcher.group(2)) : NOTHING;
    }

    private boolean addFile(Slice line) {
        if (line.length() > MAX_LINE_LENGTH) {
            return false;
        }
        GitFile file = GitFile.parse(line);
        if (file != null) {
            files.add(file);
        }
        return file != null || GitFile.isSummary(line);
    }

    void write(JsonWriter json) {
        Slice text = Json.trim(message.slice());
        json.beginObject().string("commit", hash);
        if (references != null) {
            json.string("refs", references);
        }
        json.string("author", author).string("email", email).string("date", date);
        json.string("subject", text.sub(0, PlainLine.indexOf(text, '\n', 0))).string("message", text);
        if (!files.isEmpty()) {
            json.beginArray("files");
            for (GitFile file : files) {
                file.write(json);
            }
            json.endArray();
        }
        json.endObject();
    }
}
