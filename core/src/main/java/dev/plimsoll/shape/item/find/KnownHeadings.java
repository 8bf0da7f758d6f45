package dev.plimsoll.shape.item.find;

import dev.plimsoll.search.rank.TextHeadings;
import dev.plimsoll.section.TextContents;
import dev.plimsoll.shape.DocumentPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headings of a text in its table of contents. Their names begin with the number that selects the section as a path,
 * such as {@code #14 Limits}.
 *
 * @param first number of the first heading in the part that is searched
 * @param count number of headings in it
 * @param linesBefore number of lines before it
 */
record KnownHeadings(TextContents contents, int first, int count, int linesBefore) implements TextHeadings {

    /** Returns the headings of a text, or of the section of it that is searched. */
    static KnownHeadings of(TextContents contents, @Nullable DocumentPart section) {
        int linesBefore = section == null ? 0 : section.linesBefore();
        int first = contents.headings().firstFrom(linesBefore);
        int end = section == null || section.section() == null
                ? contents.headings().count()
                : contents.headings().firstFrom(section.section().lines().end());
        return new KnownHeadings(contents, first, Math.max(0, end - first), linesBefore);
    }

    @Override
    public int line(int heading) {
        return contents.headings().span(first + heading).first() - linesBefore;
    }

    @Override
    public List<String> path(int heading) {
        int index = first + heading;
        int line = contents.headings().span(index).first();
        List<String> names = new ArrayList<>(contents.ancestors(line));
        names.add("#" + (index + 1) + " " + contents.headings().title(index));
        return names;
    }
}
