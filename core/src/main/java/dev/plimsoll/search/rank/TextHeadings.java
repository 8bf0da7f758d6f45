package dev.plimsoll.search.rank;

import java.util.List;

/** Headings of a text, in the order of their lines. */
public interface TextHeadings {

    /** Returns the number of headings. */
    int count();

    /** Returns the index of the line of a heading. */
    int line(int heading);

    /** Returns the titles of a heading and of those above it, the outermost first. */
    List<String> path(int heading);
}
