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

    private static final Pattern START =
            Pattern.compile("commit ([0-9a-f]{7,64})((?: [0-9a-f]{7,64})*)(?: \\((.*)\\))?");
    private static final Pattern HEADER = Pattern.compile("([A-Z][A-Za-z]{1,20}): +(.*)");
    private static final Pattern PERSON = Pattern.compile("(.*?) *<([^>]*)>");
    private static final Pattern STAT = Pattern.compile(" (.+?) +\\| +(?:(\\d{1,9}|Bin)\\b.*|\\d+ *[+-]*)");
    private static final Pattern STATUS = Pattern.compile("([ACDMRTUXB]\\d{0,3})\\t(.+)");
    private static final Pattern SUM = Pattern.compile(" \\d+ files? changed.*");
    private static final int MAX_START = 2000;
    private static final String INDENT = "    ";

    private final String hash;
    private final @Nullable String refs;
    private final ByteSink message = new ByteSink(128);
    private final List<String[]> files = new ArrayList<>();
    private String author = "";
    private String email = "";
    private String date = "";
    private boolean isMessage;

    /** Creates a commit from its first line. */
    GitCommit(Slice line) {
        Matcher m = START.matcher(line.utf8());
        boolean matches = m.matches();
        this.hash = matches ? m.group(1) : "";
        this.refs = matches ? m.group(3) : null;
    }

    static boolean startsCommit(Slice line) {
        return line.length() < MAX_START
                && DiffScan.startsWith(line, "commit ")
                && START.matcher(line.utf8()).matches();
    }

    /** Adds the next line; returns false if it belongs to no commit. */
    boolean add(Slice line) {
        if (Json.trim(line).isEmpty()) {
            if (isMessage && message.size() > 0) {
                message.ascii("\n");
            }
            return true;
        }
        if (DiffScan.startsWith(line, INDENT) && files.isEmpty()) {
            isMessage = true;
            message.raw(line.sub(INDENT.length(), line.length())).ascii("\n");
            return true;
        }
        return addHeader(line) || addFile(line);
    }

    private boolean addHeader(Slice line) {
        Matcher m = isMessage || line.length() > MAX_START ? null : HEADER.matcher(line.utf8());
        if (m == null || !m.matches()) {
            return false;
        }
        switch (m.group(1)) {
            case "Author" -> {
                Matcher person = PERSON.matcher(m.group(2));
                author = person.matches() ? person.group(1) : m.group(2);
                email = person.matches() ? person.group(2) : "";
            }
            case "Date", "AuthorDate" -> date = m.group(2).strip();
            default -> {
                // Merge, Commit, CommitDate: those of the author are enough
            }
        }
        return true;
    }

    private boolean addFile(Slice line) {
        if (line.length() > MAX_START) {
            return false;
        }
        String written = line.utf8();
        Matcher stat = STAT.matcher(written);
        Matcher status = STATUS.matcher(written);
        if (stat.matches()) {
            files.add(new String[] {stat.group(1), stat.group(2)});
            return true;
        }
        if (status.matches()) {
            files.add(new String[] {status.group(2), status.group(1)});
            return true;
        }
        return SUM.matcher(written).matches();
    }

    void write(JsonWriter json) {
        Slice text = Json.trim(message.slice());
        int end = 0;
        while (end < text.length() && text.at(end) != '\n') {
            end++;
        }
        json.beginObject().string("commit", hash);
        if (refs != null) {
            json.string("refs", refs);
        }
        json.string("author", author).string("email", email).string("date", date);
        json.string("subject", text.sub(0, end)).string("message", text);
        if (!files.isEmpty()) {
            json.beginArray("files");
            for (String[] file : files) {
                json.beginObject().string("path", file[0]);
                writeChanges(file[1], json);
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }

    /** Writes a number of changed lines, or the letter of a status. */
    private static void writeChanges(@Nullable String changes, JsonWriter json) {
        if (changes != null && Character.isDigit(changes.charAt(0))) {
            json.number("changes", Long.parseLong(changes));
        } else if (changes != null) {
            json.string("changes", changes);
        }
    }
}
