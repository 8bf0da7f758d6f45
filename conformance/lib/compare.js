// Through Plimsoll each check has to pass as often as directly: what passes because it was not tried counts as lost.

import { readFileSync } from 'node:fs';

/** What is known to differ, and why: [{revision, way, scenario, reason}], all but the reason as expressions. */
const known = JSON.parse(readFileSync(new URL('../known.json', import.meta.url)));
const met = new Set();

export function reason(revision, way, scenario) {
  const whole = (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text);
  const found = known.find((each) => whole(each.revision, revision) && whole(each.way, way) && whole(each.scenario, scenario));
  if (found) met.add(found);
  return found?.reason;
}

/** The checks of a scenario that pass less often than they did directly, or fail more often. */
export function lost(direct, through = new Map()) {
  const ids = new Set([...direct.keys(), ...through.keys()]);
  return [...ids].flatMap((id) => {
    const [before, after] = [direct.get(id) ?? {}, through.get(id) ?? {}];
    const fewer = (after.SUCCESS ?? 0) < (before.SUCCESS ?? 0);
    const worse = ['FAILURE', 'WARNING'].some((status) => (after[status] ?? 0) > (before[status] ?? 0));
    return fewer || worse ? [{ id, before: before.SUCCESS ?? 0, after: after.SUCCESS ?? 0, why: (after.why ?? []).join('; ') }] : [];
  });
}

/** Differences of one way: [{scenario, lost, reason}]; a missing reason is a failure. */
export function differences(revision, way, direct, through) {
  return [...direct.keys()].flatMap((scenario) => {
    const checks = lost(direct.get(scenario), through.get(scenario));
    return checks.length === 0 ? [] : [{ revision, way, scenario, checks, reason: reason(revision, way, scenario) }];
  });
}

/** Reasons that explain nothing any more. */
export const stale = (ways) => known.filter((each) => !met.has(each) && ways.some((way) => new RegExp(`^(?:${each.way})$`).test(way)));
