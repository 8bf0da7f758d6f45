// Compares a quick run with the published run. A difference means that an adapter, a table, or a tool has changed.

/** For each table, a function that returns the outcomes of a result as pairs of name and outcome; without times and sizes, which vary. */
const facts = {
  honesty: ({ rows }) => rows.map(({ payload, defects }) => [payload, defects.join(', ') || 'clean']),
  answers: ({ rows }) => rows.map(({ tool, task, status }) => [`${tool}: ${task}`, status]),
  programs: ({ rows = [], wrong = {} }) => [...rows.map(({ payload, status }) => [payload, status]), ...Object.entries(wrong).map(([name, { outcome }]) => [name, outcome])],
  speed: ({ p50, megabyteLater, failure }) => [['measured', failure ?? String(p50 > 0 && megabyteLater > 0)]],
  isolation: ({ foreign, caller, mistyped, restart, expired, garbage, twice, dies }) => Object.entries({ foreign, caller, mistyped, restart, expired, garbage, twice, dies }),
};

/** Returns a line for each outcome that differs from the published one, and for each expected form without a result. */
export function changes(table, before, after, expected) {
  const found = after.tables[table].results;
  const lines = expected.filter((key) => !found[key]).map((key) => `compare: ${table}: ${key}: FAILED: not measured`);
  for (const [key, result] of Object.entries(found)) {
    const published = before.tables[table]?.results[key];
    const old = new Map(published ? facts[table](published) : []);
    for (const [name, fact] of facts[table](result)) {
      // the published rows of honesty are those with a defect
      const was = old.get(name) ?? (table === 'honesty' && published ? 'clean' : undefined);
      if (was !== fact) lines.push(`compare: ${table}: ${key}: ${name}: FAILED: ${was} -> ${fact}`);
    }
  }
  return lines;
}
