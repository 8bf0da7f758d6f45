// Draws the chart of the README: how many of the 40 tasks are right and of the 60 payloads without a defect with each peer, and the
// median tokens of a task.

const WIDTH = 760;
const ROW = 26;
const TOP = 66;
const LEFT = 190;
const BAR = 150;
const GAP = 190;
const NAMES = { direct: 'no tool', cut: "a client's cut", fastmcp: 'FastMCP limiting' };

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns one row for each peer, with the form (defaults or tuned) that solves more tasks. */
function rowsOf(all) {
  const answers = all.tables.answers?.results ?? {};
  const honesty = all.tables.honesty?.results ?? {};
  return Object.entries(all.peers).map(([name, peer]) => {
    const forms = ['defaults', 'tuned'].filter((form) => answers[`${name} ${form}`]);
    const best = forms.toSorted((a, b) => answers[`${name} ${b}`].right - answers[`${name} ${a}`].right)[0] ?? 'defaults';
    return { label: `${NAMES[name] ?? peer.title}${best === 'tuned' ? ', tuned' : ''}`, isOurs: name === 'plimsoll', answer: answers[`${name} ${best}`], honest: honesty[`${name} ${best}`] };
  }).filter(({ answer, honest }) => answer && honest).toSorted((a, b) => b.answer.right - a.answer.right || a.answer.median - b.answer.median);
}

/** Returns the chart as SVG. */
export function chart(all) {
  const rows = rowsOf(all);
  const height = TOP + rows.length * ROW + 30;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Plimsoll and other tools, measured side by side" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    '<text x="12" y="22" font-size="14" font-weight="600">Plimsoll and other tools, in front of the same server</text>',
  ];
  const heads = ['tasks right, of 40', 'payloads intact, of 60', 'tokens for a task, median'];
  heads.forEach((head, i) => svg.push(`<text x="${LEFT + i * GAP}" y="${TOP - 14}" fill="#57606a">${head}</text>`));
  const widest = Math.max(...rows.map(({ answer }) => Math.log10(answer.median)));
  rows.forEach(({ label, isOurs, answer, honest }, i) => {
    const y = TOP + i * ROW;
    const color = isOurs ? '#1f6feb' : '#8c959f';
    svg.push(`<text x="${LEFT - 10}" y="${y + 13}" text-anchor="end"${isOurs ? ' font-weight="600"' : ''}>${escaped(label)}</text>`);
    const bars = [[answer.right, answer.right / 40], [honest.clean, honest.clean / 60], [answer.median.toLocaleString('en-US'), (Math.log10(answer.median) - 2) / Math.max(1, widest - 2)]];
    bars.forEach(([shown, share], column) => {
      const width = Math.max(1, share * (BAR - 50)).toFixed(1);
      svg.push(`<rect x="${LEFT + column * GAP}" y="${y}" width="${width}" height="16" rx="2" fill="${color}"/>`);
      svg.push(`<text x="${(LEFT + column * GAP + Number(width) + 5).toFixed(1)}" y="${y + 13}">${shown}</text>`);
    });
  });
  const date = all.tables.answers?.machine.date ?? '';
  svg.push(`<text x="12" y="${height - 10}" font-size="11" fill="#57606a">Measured on ${date}; docs/comparison.md has versions, commands, and all tables. The last column is logarithmic.</text>`, '</svg>', '');
  return svg.join('\n');
}
