// The columns of each table: the title, a function that reads the value from a result, and whether more or less is better.

const field = (name, title, better) => ({ name, title, better, of: (result) => result[name] });

/** The defects of the table "Defects in answers". */
export const DEFECTS = {
  limit: 'over 25,000 tokens',
  invalid: 'invalid JSON',
  lost: 'data lost',
  numbers: 'numbers changed',
  totals: 'wrong totals',
  schema: 'schema violated',
  silent: 'no answer, or the process ends',
};

/** Returns a column that describes how a program that goes wrong ended, such as "an error of 154 tokens; 37 calls". */
const wrong = (name, title) => ({
  name, title,
    of({ wrong: endings }) {
    if (!endings?.[name]) return undefined;
    const { outcome, calls, tokens, seconds } = endings[name];
    const took = seconds >= 1 ? ` after ${Math.round(seconds)} s` : '';
    return `${outcome}${tokens === undefined ? '' : ` of ${tokens.toLocaleString('en-US')} tokens`}${took}; ${calls} call${calls === 1 ? '' : 's'}`;
  },
});

/** Tables that have no measurements of their own: they show other columns of the data of another table. */
export const sources = { hostile: 'programs', size: 'speed' };

export const columns = {
  honesty: [
    field('clean', 'clean, of 60', 'more'), field('limit', 'over 25,000 tokens', 'less'), field('invalid', 'invalid JSON', 'less'), field('lost', 'data lost', 'less'),
    field('numbers', 'numbers changed', 'less'), field('totals', 'wrong totals', 'less'), field('schema', 'schema violated', 'less'), field('silent', 'no answer', 'less'),
    field('over4000', 'over 4,000 tokens'), field('rewritten', 'numbers written in another form'),
  ],
  answers: [
    field('right', 'right, of 40', 'more'), field('wrong', 'wrong', 'less'), field('lost', 'lost', 'less'), field('calls', 'calls', 'less'), field('tokens', 'tokens read', 'less'), field('written', 'tokens of arguments written', 'less'),
    field('median', 'tokens for a task, median', 'less'), field('firstTokens', 'tokens of the ten first answers', 'less'), field('listed', 'tokens of `tools/list`', 'less'),
  ],
  speed: [
    field('startMillis', 'start, ms', 'less'), field('p50', 'small call p50, µs', 'less'), field('p99', 'small call p99, µs', 'less'), field('rate1', 'calls/s, one at a time', 'more'), field('rate16', 'calls/s, 16 at a time', 'more'),
    field('megabyteFirst', '1 MB first, ms', 'less'), field('megabyteLater', '1 MB later, ms', 'less'), field('megabytePassed', '1 MB passed, ms', 'less'),
  ],
  size: [
    field('twentyFirst', '20 MB first, ms', 'less'), field('twentyLater', '20 MB later, ms', 'less'),
    field('idle', 'memory idle, MB', 'less'), field('loaded', 'memory after 20 MB twice, MB', 'less'), field('storedSeconds', '1,000 results of 50 KB, s', 'less'), field('storedMemory', 'memory after the 1,000 results, MB', 'less'), field('firstIsKept', 'first of the 1,000 results readable'),
  ],
  programs: [
    field('right', 'right, of 12', 'more'), field('calls', 'calls of the client', 'less'), field('written', 'tokens written', 'less'), field('read', 'tokens read', 'less'), field('millis', 'wall time, ms', 'less'),
        field('listed', 'tokens of `tools/list`', 'less'),
  ],
  hostile: [wrong('halfWay', 'the 30th of 40 calls fails'), wrong('loops', 'loops forever'), wrong('writes', 'writes 40 times'), wrong('large', 'returns 5 MB')],
  isolation: [
    field('foreign', "another process's handle"), field('caller', "another caller's handle, over HTTP"), field('mistyped', 'mistyped handle'), field('restart', 'handle after a restart'), field('expired', 'expired handle'), field('garbage', 'upstream writes garbage'), field('silence', 'upstream is silent once'),
    field('twice', 'upstream answers twice'), field('dies', 'upstream ends'), field('heap', 'memory after 60 results of 5 MB, MB', 'less'),
  ],
};
