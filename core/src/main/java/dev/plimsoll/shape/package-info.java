/**
 * Makes an answer that fits a budget from a kept result, by slicing its bytes. Same
 * input, same bytes; only live lists are fetched meanwhile, and searches and queries end in time.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>from a call to its answer</b>: {@code Answers} makes an {@code Answer} to a {@code Request}, or throws
 *       {@code BudgetTooSmallException} where only a {@code PlainCut} is left. A {@code Task} is the work on one
 *       {@code Target}, for which {@code Shaping} chooses the form. A form gives a {@code Shaped}, written and counted
 *       as a {@code Draft} in which each {@code Seat} becomes a cursor at last.
 *   <li><b>the kept result</b>: {@code Content} opens it and keeps in a {@code Memo} what was found out about it, in
 *       {@code Bounds} where pages begin. {@code Rows} are a list that is fetched as it is asked for.
 *       {@code MoreUpstream} is what the result says of more data upstream: a {@code UpstreamScanner} finds it in
 *       {@code UpstreamMembers} and by {@code TruncationText}, and the tool's {@code PagingArgument} for it.
 *       {@code Missing} refuses names that lead nowhere, {@code KeyCounts} tells which keys no path can name.
 *   <li><b>pages and chunks</b>: {@code PageShaper} is the {@code Cutter} for items; its {@code PageFiller}
 *       folds large ones, each a {@code FoldedItem} in the header. A {@code Frame} stands around
 *       them, an {@code Extent} says which they are, and a {@code Listing} writes them: as an array, or as a
 *       {@code Table} with {@code Columns}, which {@code TableReader} proves. {@code ChunkShaper} is the cutter for
 *       text, with a {@code Chunker} that cuts at the best of the {@code Seams} by {@code LineCosts}.
 *   <li><b>what pages are cut from</b>: {@code Items} may be {@code ArrayItems}, {@code MemberItems},
 *       {@code LineItems}, {@code PartItems} (content blocks) or {@code LiveItems} (fetched as they are asked for).
 *       {@code RecordItems} are read from a text. {@code OtherwiseItems} are others written anew: {@code ProjectedItems} keep the fields of a {@code Projection},
 *       {@code TrimmedItems} are cut as in style trim.
 *   <li><b>searches and queries</b>: {@code FoundItems} are what a search gives: {@code Whereabouts} finds their paths,
 *       {@code Excerpt} and {@code LinesAround} what is near. {@code QueryShaper} runs a query. Its pages are of
 *       {@code ResultItems}, or of the {@code OutputItems} of a single long output, both {@code UnnamedItems}, in a
 *       {@code ResultFrame}.
 *   <li><b>values made shorter</b>: {@code SummaryShaper} takes the richest {@code Detail} that fits, {@code Trimming}
 *       is style trim, {@code Receipts} style receipt, and {@code HeadTail} cuts error texts. {@code Folding} writes a
 *       value in some detail, for pages as well, and the members of an object by an {@code ObjectSummary}: it keeps the
 *       fields that {@code Identity} knows and notes each
 *       {@code Fold}.
 *   <li><b>outlines</b>: {@code OutlineShaper} answers mode outline, with an {@code OutlinePiece} for each block: a
 *       {@code Survey} of JSON, put down by a {@code SurveyWriter}, or a {@code TextOutline}. {@code Distinct} and
 *       {@code NumberRange} gather values for a survey. {@code Outline} is another thing, the short one in the header
 *       of a first page.
 *   <li><b>what an answer says beside its content</b>: {@code Header} holds the fields, {@code TopFields} says which
 *       stand at the top of an object too, {@code Meta} is for programs. {@code Notices} has the sentences and
 *       {@code NextCalls} the ready calls, with {@code JqPath} for queries, chosen by a {@code Telling}:
 *       {@code ItemsTelling}, {@code LiveTelling}, {@code FoundTelling} or {@code ResultTelling}. The facts come in
 *       {@code About} and its {@code Occasion}.
 *   <li><b>styles with keys of their own</b>: {@code Literals} chooses the form, for trim and receipt too, and
 *       {@code LiteralFrame} writes the pages. Style probe has {@code Probe} and {@code ProbeSummary}, style guide has
 *       {@code Guidance}, with {@code Asking} for the tool's arguments and {@code Noun} for what its items are called.
 *       Where the user is asked instead, {@code Inquiry} has the questions and {@code Choice} the reply.
 *   <li><b>several blocks and prompts</b>: {@code Layout} fits in the blocks beside the one that is cut,
 *       {@code Linking} is for results whose text fits and whose images do not. Both give an {@code Around}, and
 *       {@code Links} writes the links. {@code PromptAnswer} is the way in for prompts, with {@code PromptShares}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.shape;

import org.jspecify.annotations.NullMarked;
