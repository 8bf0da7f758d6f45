// One jq expression for each task, in the order of the tasks.

import { jsonOf, textOf } from '../lib/answer.js';
import { INCOMPLETE } from './same.js';

const LINE_BEFORE = (text) => `(map(contains("${text}")) | index(true)) as $i | .[$i - 1]`;
const NODES = '.data.repository.issues.nodes';

export const expressions = {
  list_countries: [
    '.[] | select(.code == "HFI").area',
    'count_by(.region)',
    'sort_by(-.area) | .[:3] | map(.name.common)',
    'map(select(.currencies.KRO)) | length',
  ],
  list_symbols: [
    '.[] | select(.slug == "urpel_oriswen_1444").name',
    'count_by(.version)',
    'map(select(.group == "Maps").name)',
    'map(select(.group == "Food" and .skinTone)) | length',
  ],
  get_api_description: [
    '.paths[][] | select(.operationId == "op_bacor611").summary',
    '[.paths[][]] | count_by(.category)',
    '.components.schemas["Quiur-133"].title',
    '[.paths[][] | select(.deprecated)] | length',
  ],
  get_media_types: [
    '."image/vnd.bazel.wenwen903".source',
    '[.[]] | count_by(.source)',
    'to_entries[] | select(.value.extensions | index("f85705")).key',
    'to_entries | map(select(.value.source == "platform" and .value.compressible).key)',
  ],
  read_log: [
    '.[] | select(contains("req-36535615ac")) | capture("status=(?<v>[0-9]+)").v',
    'map(select(contains(" ERROR ")) | capture("status=(?<v>[0-9]+)").v) | count_by(.)',
    'map(select(contains(" WARN ") and . >= "2026-03-09 08:00" and . < "2026-03-09 08:30")) | length',
    LINE_BEFORE('out of memory'),
  ],
  export_products: [
    '.[] | select(.sku == "SKU-26415").price',
    'count_by(.warehouse)',
    'sort_by(-.quantity) | .[:5] | map(.sku)',
    'map(select(.warehouse == "Oslo").price) | add',
  ],
  list_issues: [
    `${NODES}[] | select(.number == 217).title`,
    `${NODES} | count_by(.state)`,
    `[${NODES}[] | select(.createdAt | startswith("2026-03"))] | length`,
    `.data.repository | (.milestones.nodes[] | select(.title == "Cedar").id) as $m | [.issues.nodes[] | select(.state == "OPEN" and .milestone.id == $m)] | length`,
  ],
  read_handbook: [
    '.[index("### Orbajun toris") + 2] | ltrimstr("Owner: ")',
    '.[index("### Yarfizel fivel") + 3] | ltrimstr("Retention: ")',
    LINE_BEFORE('Never restart the primary'),
    'map(select(. == "Owner: data")) | length',
  ],
  query_accounts: [
    '.[] | select(.id == 4999).balance',
    'count_by(.plan)',
    'sort_by(-.balance) | .[:3] | map(.name)',
    'map(select(.plan == "business" and (.active | not)).name)',
  ],
  list_customers: [
    '.results[] | select(.id == "cus_c6a693ce7176").company',
    '.results | sort_by(-(.revenue | tonumber)) | .[:3] | map(.company)',
    '[.results[] | select(.signed_up | startswith("2025"))] | length',
    null,
  ],
};

/** Solves a task: the first answer, and one query where the first answer does not say it. */
export async function solve({ peer, tool, index, first, read }) {
  const expression = expressions[tool][index];
  // the first answer says that the server has 5,000
  if (expression === null) return /"upstream":\{"count":5000/.test(textOf(first)) ? INCOMPLETE : undefined;
  const said = countsIn(first, COUNT.exec(expression)?.[1]);
  if (said) return said;
  const answer = await read(peer.query(peer.handle(first), expression));
  return jsonOf(answer)?.results?.[0];
}

const COUNT = /count_by\(\.(\w+)\)$/;
const SAID = /^(?:\w+: )?('?[\w.]+'? \d+(?:, |$))+$/;

/** Returns the number of each value of a field, if the outline lists all values: "open 47, paid 43" or "string: '1.0' 573". */
function countsIn(first, field) {
  const said = jsonOf(first)?.outline?.[field];
  if (typeof said !== 'string' || !SAID.test(said)) return undefined;
  return Object.fromEntries([...said.matchAll(/'?([\w.]+)'? (\d+)(?:, |$)/g)].map(([, value, n]) => [value, Number(n)]));
}
