package dev.plimsoll.docs;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A document with generated sections: {@code <!-- made: name -->} … {@code <!-- end -->}. */
record DocumentPage(String text) {

    private static final Pattern SECTION =
            Pattern.compile("(<!-- made: (\\S+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        SECTION.matcher(text).results().forEach(found -> names.add(found.group(2)));
        return names;
    }

    /** Creates a copy in which the generated sections have the given contents, by name. */
    DocumentPage withSections(Map<String, String> examples) {
        return new DocumentPage(SECTION.matcher(text).replaceAll(found -> {
            String name = found.group(2);
            String content = examples.getOrDefault(name, "no example has the name " + name);
            return Matcher.quoteReplacement(found.group(1) + content + "\n" + found.group(3));
        }));
    }
}
