package dev.plimsoll.shape.item.find;

import dev.plimsoll.search.rank.TextHeadings;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.shape.DocumentPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Headings of a text from its table of contents. Their names begin with the path that selects the section, such as
 * {@code #14 Limits}.
 *
 * @param first index of the first heading in the searched part
 * @param count number of headings in the searched part
 * @param linesBefore number of lines before the searched part
 */
record ContentsHeadings(TableOfContents contents, int first, int count, int linesBefore) implements TextHeadings {

    /** Returns the headings of a text or, if only a section is searched, of that section. */
    static ContentsHeadings of(TableOfContents contents, @Nullable DocumentPart section) {
        int linesBefore = section == null ? 0 : section.linesBefore();
        int first = contents.headings().firstAtOrAfter(linesBefore);
        int end = section == null || section.section() == null
                ? contents.headings().count()
                : contents.headings().firstAtOrAfter(section.section().lines().end());
        return new ContentsHeadings(contents, first, Math.max(0, end - first), linesBefore);
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
