package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.PartContents;
import dev.plimsoll.shape.draft.AnswerDraft;

/** The outline of several files in one text, or of source code: files, or classes and functions, with their lines. */
final class PartOutline implements ContentsOutline {

    static final String FILES = "files";
    private static final String DECLARATIONS = "declarations";

    private final PartContents contents;
    private final LineSpan span;
    private final int characters;

    PartOutline(PartContents contents, LineSpan span, Slice part) {
        this.contents = contents;
        this.span = span;
        this.characters = Utf8.codePoints(part);
    }

    @Override
    public void writeTo(AnswerDraft out, Budget budget) {
        boolean isSection = span.count() < contents.lines().count();
        boolean isFiles = contents.kind() == PartContents.Kind.FILES;
        OutlineEntries.beginDescription(out, isFiles ? FILES : "code", span, isSection, characters);
        OutlineEntries entries = new OutlineEntries(out.counter(), budget);
        OutlineEntries.ByLevel parts =
                entries.new ByLevel(isFiles ? FILES : DECLARATIONS, contents.headings(), span, i -> "");
        parts.addLevels(Integer.MAX_VALUE, 1);
        parts.writeTo(out);
        out.ascii("}");
    }
}
