package dev.plimsoll.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** Rules that the sources must always follow; recommendations are in CONTRIBUTING. */
@NullMarked
final class HouseRules {

    static final int MAX_FILE_LINES = 450;
    static final int MAX_METHOD_LINES = 60;

    /** The number of files above which the package-info of a package must be an overview. */
    static final int MAX_FILES_WITHOUT_OVERVIEW = 40;

    private static final Pattern LEFTOVER = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");
    private static final Pattern PRINTING = Pattern.compile("\\bSystem\\.(out|err)\\b|\\.printStackTrace\\(\\)");

    private static final Pattern CODE_TAG = Pattern.compile("\\{@code (\\w+)}");

    private final Sources sources;
    private final JsonFragments jsonFragments;
    private final List<String> violations = new ArrayList<>();

    private HouseRules(Sources sources) {
        this.sources = sources;
        this.jsonFragments = new JsonFragments(sources.project());
    }

    /** Returns one line for each violation. */
    static List<String> violationsIn(Sources sources) {
        HouseRules rules = new HouseRules(sources);
        List<Path> files = sources.files();
        files.forEach(rules::checkFile);
        rules.checkMethods(files);
        rules.checkPackages(files);
        return rules.violations;
    }

    private void checkFile(Path file) {
        List<String> lines = sources.lines(file);
        if (lines.size() > MAX_FILE_LINES) {
            addViolation(
                    file, lines.size(), "the file has more than " + MAX_FILE_LINES + " lines; split it by purpose");
        }
        boolean isCore = file.startsWith(sources.project().resolve("core/src/main"));
        for (int i = 0; i < lines.size(); i++) {
            if (LEFTOVER.matcher(lines.get(i)).find()) {
                addViolation(file, i + 1, "a leftover: finish it or open an issue");
            }
            if (isCore && PRINTING.matcher(lines.get(i)).find()) {
                addViolation(file, i + 1, "core must not print");
            }
            if (jsonFragments.isViolation(file, lines.get(i))) {
                addViolation(file, i + 1, JsonFragments.MESSAGE);
            }
        }
    }

    private void checkMethods(List<Path> files) {
        for (MethodLengths.Method method : MethodLengths.of(files)) {
            if (method.lines() > MAX_METHOD_LINES) {
                addViolation(
                        method.file(),
                        method.line(),
                        method.name() + " has " + method.lines() + " lines, more than " + MAX_METHOD_LINES);
            }
        }
    }

    private void checkPackages(List<Path> files) {
        TreeSet<Path> folders = new TreeSet<>();
        files.stream()
                .filter(file -> !file.endsWith("module-info.java"))
                .forEach(file -> folders.add(Objects.requireNonNull(file.getParent())));
        for (Path folder : folders) {
            Path info = folder.resolve("package-info.java");
            if (!Files.exists(info)) {
                addViolation(info, 1, "a package needs a package-info.java with one sentence");
            } else if (!String.join("\n", sources.lines(info)).matches("(?s)\\s*/\\*\\*.*@NullMarked.*")) {
                addViolation(info, 1, "needs a sentence and @NullMarked");
            } else {
                checkOverview(
                        info,
                        files.stream()
                                .filter(file -> folder.equals(file.getParent()))
                                .toList());
            }
        }
    }

    private void checkOverview(Path info, List<Path> files) {
        if (files.size() <= MAX_FILES_WITHOUT_OVERVIEW) {
            return;
        }
        List<String> named = CODE_TAG.matcher(String.join("\n", sources.lines(info)))
                .results()
                .map(match -> match.group(1))
                .toList();
        List<String> existing = files.stream()
                .map(file -> String.valueOf(file.getFileName()).replace(".java", ""))
                .filter(name -> !name.equals("package-info"))
                .toList();
        for (String name : existing) {
            long times = named.stream().filter(name::equals).count();
            if (times != 1) {
                addViolation(
                        info,
                        1,
                        "a package of more than " + MAX_FILES_WITHOUT_OVERVIEW
                                + " files needs a package-info.java that names each of its types exactly once: " + name
                                + " is named " + times + " times");
            }
        }
        named.stream()
                .filter(name -> !existing.contains(name))
                .forEach(name -> addViolation(info, 1, "package-info.java names " + name + ", which does not exist"));
    }

    private void addViolation(Path file, long line, String message) {
        violations.add(sources.location(file, line) + ": " + message);
    }
}
