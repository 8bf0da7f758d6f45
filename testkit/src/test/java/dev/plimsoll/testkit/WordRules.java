package dev.plimsoll.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** Rules for names and first sentences; docs/glossary.md has their reasons. */
@NullMarked
final class WordRules {

    /** Each program has a class that is called Main. */
    private static final Set<String> SAME_NAMES = Set.of("Main", "package-info");

    private static final Set<String> NOUNS_IN_ING =
            Set.of("CaseFolding", "Encoding", "KeyRing", "ParameterBinding", "Setting", "UsageWarning");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*[\\s*]*(What|Whether|How|The same|As)\\b");

    private final Sources sources;
    private final List<String> violations = new ArrayList<>();

    private WordRules(Sources sources) {
        this.sources = sources;
    }

    /** Returns one line for each place that breaks a rule. */
    static List<String> violationsIn(Sources sources) {
        WordRules rules = new WordRules(sources);
        List<Path> files = sources.files();
        rules.checkNames(files);
        files.forEach(rules::checkJavadoc);
        return rules.violations;
    }

    private void checkNames(List<Path> files) {
        Map<String, Path> first = new TreeMap<>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName()).replace(".java", "");
            if (name.endsWith("ing") && !NOUNS_IN_ING.contains(name)) {
                addViolation(file, 1, "a type name is a noun: " + name + " ends in -ing");
            }
            Path other = first.putIfAbsent(name, file);
            if (other != null && !SAME_NAMES.contains(name)) {
                addViolation(file, 1, "the name occurs twice: " + sources.location(other, 1));
            }
        }
    }

    private void checkJavadoc(Path file) {
        String text = String.join("\n", sources.lines(file));
        for (MatchResult match : JAVADOC.matcher(text).results().toList()) {
            long line = 1
                    + text.substring(0, match.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            addViolation(file, line, "the first sentence must begin with a verb or noun, not " + match.group(1));
        }
    }

    private void addViolation(Path file, long line, String message) {
        violations.add(sources.location(file, line) + ": " + message);
    }
}
