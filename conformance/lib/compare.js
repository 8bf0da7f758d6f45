// Through Plimsoll, each check has to pass as often as directly. A check that passes directly and does not run through Plimsoll counts as lost.

import { readFileSync } from 'node:fs';

/** Known differences with reasons: [{revision, way, scenario, reason}]; all members except the reason are patterns. */
const known = JSON.parse(readFileSync(new URL('../known.json', import.meta.url)));
const met = new Set();

export function reason(revision, way, scenario) {
  const whole = (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text);
  const found = known.find((each) => whole(each.revision, revision) && whole(each.way, way) && whole(each.scenario, scenario));
  if (found) met.add(found);
  return found?.reason;
}

/** Returns the checks of a scenario that pass less often than directly, or fail more often. */
export function lost(direct, through = new Map()) {
  const ids = new Set([...direct.keys(), ...through.keys()]);
  return [...ids].flatMap((id) => {
    const [directCounts, throughCounts] = [direct.get(id) ?? {}, through.get(id) ?? {}];
    const fewer = (throughCounts.SUCCESS ?? 0) < (directCounts.SUCCESS ?? 0);
    const worse = ['FAILURE', 'WARNING'].some((status) => (throughCounts[status] ?? 0) > (directCounts[status] ?? 0));
    return fewer || worse ? [{ id, direct: directCounts.SUCCESS ?? 0, through: throughCounts.SUCCESS ?? 0, why: (throughCounts.why ?? []).join('; ') }] : [];
  });
}

/** Returns the differences of one way: [{scenario, lost, reason}]. A missing reason is a failure. */
export function differences(revision, way, direct, through) {
  return [...direct.keys()].flatMap((scenario) => {
    const checks = lost(direct.get(scenario), through.get(scenario));
    return checks.length === 0 ? [] : [{ revision, way, scenario, checks, reason: reason(revision, way, scenario) }];
  });
}

/** Returns reasons that no longer apply to any difference. */
export const stale = (ways) => known.filter((each) => !met.has(each) && ways.some((way) => new RegExp(`^(?:${each.way})$`).test(way)));
