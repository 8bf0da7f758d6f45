package dev.plimsoll.search.rank;

import java.util.List;

/** The headings of a text, in the order of their lines. */
public interface TextHeadings {

    /** Number of headings. */
    int count();

    /** Returns the line of a heading, from 0. */
    int line(int heading);

    /** Returns the titles of the heading and of those above it, the outermost first. */
    List<String> path(int heading);
}
