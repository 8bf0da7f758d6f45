// The twelve questions of clients/lib/tracker-questions.js as programs in Python: for FastMCP's CodeMode, and for toolplane, which keeps
// variables and functions between programs.

const PAGES = `async def pages(**args):
    first = json.loads(await call_tool("list_issues", {**args, "per_page": 50}))
    n = (first["total"] + 49) // 50
    more = await asyncio.gather(*[call_tool("list_issues", {**args, "per_page": 50, "page": p}) for p in range(2, n + 1)])
    return first["issues"] + [i for m in more for i in json.loads(m)["issues"]]
`;
const COMMENTS = `async def comments(issues):
    return [json.loads(r) for r in await asyncio.gather(*[call_tool("list_comments", {"issue": i["number"]}) for i in issues])]
`;
const USERS = 'users = json.loads(await call_tool("list_users", {}))\n';
const IMPORT = 'import json, asyncio\n';
const COUNT = 'n = {}\n';

export const codeMode = [
  `${IMPORT}${PAGES}${COMMENTS}${USERS}t = {u["login"]: u["team"] for u in users}\n${COUNT}for cs in await comments(await pages(label="regression")):\n    for c in cs:\n        n[t[c["author"]]] = n.get(t[c["author"]], 0) + 1\nreturn n`,
  `${IMPORT}${PAGES}${COUNT}for i in await pages(state="open"):\n    for l in i["labels"]:\n        n[l] = n.get(l, 0) + 1\nreturn n`,
  `${IMPORT}${PAGES}${COMMENTS}found = [i for i in await pages(state="open") if i["milestone"] == "2026.1" and i["comments"] > 0]\nlast = sorted([(cs[-1]["at"], i["number"]) for i, cs in zip(found, await comments(found))])\nreturn [number for at, number in last[:5]]`,
  `${IMPORT}${PAGES}${USERS}a = [i["assignee"] for i in await pages(state="open")]\nreturn len([u for u in users if u["login"] not in a])`,
  `${IMPORT}${PAGES}c = [i["comments"] for i in await pages(state="closed") if i["milestone"] == "2026.2"]\nreturn round(sum(c) / len(c), 2)`,
  `${IMPORT}${PAGES}${USERS}t = {u["login"]: u["team"] for u in users}\n${COUNT}for i in await pages(state="open"):\n    n[t[i["author"]]] = n.get(t[i["author"]], 0) + 1\nm = sorted(n, key=lambda k: n[k])[-1]\nrows = [l.split(",") for l in (await call_tool("read_file", {"path": "data/budgets.csv"})).split("\\n")]\nreturn sum([int(r[2]) for r in rows if r[0] == m])`,
  `${IMPORT}${USERS}u = [x["login"] for x in users]\ns = json.loads(await call_tool("read_file", {"path": "config/services.json"}))\nreturn sorted([k for k in s if s[k]["owner"] not in u])`,
  `${IMPORT}${PAGES}${COMMENTS}found = [i for i in await pages(label="security") if i["comments"] > 0]\nreturn len([1 for i, cs in zip(found, await comments(found)) if cs[-1]["author"] in [i["author"], i["assignee"]]])`,
  `${IMPORT}${PAGES}${USERS}l = [u["login"] for u in users if u["location"] == "Lagos"]\nreturn sum([i["reactions"]["thumbs_up"] for i in await pages() if i["author"] in l])`,
  `${IMPORT}import re\npaths = [p for p in json.loads(await call_tool("list_files", {})) if p.startswith("docs/")]\nfound = []\nfor p in paths:\n    numbers = re.findall("#([0-9]+)", await call_tool("read_file", {"path": p}))\n    states = [json.loads(r)["state"] for r in await asyncio.gather(*[call_tool("get_issue", {"number": int(x)}) for x in numbers])]\n    if all([s == "closed" for s in states]):\n        found.append(p)\nreturn sorted(found)`,
  `${IMPORT}${PAGES}${COMMENTS}found = [i for i in await pages(label="performance") if i["milestone"] == "2026.3"]\nbest = None\nfor cs in await comments(found):\n    for c in cs:\n        if best is None or len(c["body"]) > len(best["body"]):\n            best = c\nreturn best["id"]`,
  `${IMPORT}${PAGES}${COMMENTS}${USERS}m = [u["login"] for u in users if u["team"] == "platform" and u["role"] == "manager"]\nlog = await call_tool("read_file", {"path": "logs/deploy.log"})\ncs = await comments(await pages(label="docs"))\nreturn {"errors": log.count(" ERROR [platform-"), "comments": len([1 for c in cs for x in c if x["author"] in m])}`,
];

const TOOLPLANE_START = `${IMPORT}async def pages(**args):
    first = json.loads(await tracker_list_issues(**args, per_page=50))
    n = (first["total"] + 49) // 50
    more = await asyncio.gather(*[tracker_list_issues(**args, per_page=50, page=p) for p in range(2, n + 1)])
    return first["issues"] + [i for m in more for i in json.loads(m)["issues"]]
async def comments(issues):
    return [json.loads(r) for r in await asyncio.gather(*[tracker_list_comments(issue=i["number"]) for i in issues])]
users = json.loads(await tracker_list_users())
t = {u["login"]: u["team"] for u in users}
`;

export const toolplane = [
  `${TOOLPLANE_START}${COUNT}for cs in await comments(await pages(label="regression")):\n    for c in cs:\n        n[t[c["author"]]] = n.get(t[c["author"]], 0) + 1\nreturn n`,
  `${COUNT}for i in await pages(state="open"):\n    for l in i["labels"]:\n        n[l] = n.get(l, 0) + 1\nreturn n`,
  'found = [i for i in await pages(state="open") if i["milestone"] == "2026.1" and i["comments"] > 0]\nlast = sorted([(cs[-1]["at"], i["number"]) for i, cs in zip(found, await comments(found))])\nreturn [number for at, number in last[:5]]',
  'a = [i["assignee"] for i in await pages(state="open")]\nreturn len([u for u in users if u["login"] not in a])',
  'c = [i["comments"] for i in await pages(state="closed") if i["milestone"] == "2026.2"]\nreturn round(sum(c) / len(c), 2)',
  `${COUNT}for i in await pages(state="open"):\n    n[t[i["author"]]] = n.get(t[i["author"]], 0) + 1\nm = sorted(n, key=lambda k: n[k])[-1]\nrows = [l.split(",") for l in (await tracker_read_file(path="data/budgets.csv")).split("\\n")]\nreturn sum([int(r[2]) for r in rows if r[0] == m])`,
  's = json.loads(await tracker_read_file(path="config/services.json"))\nreturn sorted([k for k in s if s[k]["owner"] not in t])',
  'found = [i for i in await pages(label="security") if i["comments"] > 0]\nreturn len([1 for i, cs in zip(found, await comments(found)) if cs[-1]["author"] in [i["author"], i["assignee"]]])',
  'l = [u["login"] for u in users if u["location"] == "Lagos"]\nreturn sum([i["reactions"]["thumbs_up"] for i in await pages() if i["author"] in l])',
  'import re\nfound = []\nfor p in json.loads(await tracker_list_files()):\n    if p.startswith("docs/"):\n        numbers = re.findall("#([0-9]+)", await tracker_read_file(path=p))\n        states = [json.loads(r)["state"] for r in await asyncio.gather(*[tracker_get_issue(number=int(x)) for x in numbers])]\n        if all([s == "closed" for s in states]):\n            found.append(p)\nreturn sorted(found)',
  'found = [i for i in await pages(label="performance") if i["milestone"] == "2026.3"]\nbest = None\nfor cs in await comments(found):\n    for c in cs:\n        if best is None or len(c["body"]) > len(best["body"]):\n            best = c\nreturn best["id"]',
  'm = [u["login"] for u in users if u["team"] == "platform" and u["role"] == "manager"]\nlog = await tracker_read_file(path="logs/deploy.log")\ncs = await comments(await pages(label="docs"))\nreturn {"errors": log.count(" ERROR [platform-"), "comments": len([1 for c in cs for x in c if x["author"] in m])}',
];

const CALLS = 40;
const FAILING = 30;

/** Programs that go wrong: the 30th of 40 calls fails, a loop without an end, a loop that writes, a value of 5 MB. */
export const wrong = {
  halfWay: {
    plimsoll: `[range(1; ${CALLS + 1})] | map(call("get_issue"; {number: (if . == ${FAILING} then 100000 else . end)}).title)`,
    codemode: `${IMPORT}r = await asyncio.gather(*[call_tool("get_issue", {"number": 100000 if i == ${FAILING} else i}) for i in range(1, ${CALLS + 1})])\nreturn [json.loads(x)["title"] for x in r]`,
    toolplane: `${IMPORT}r = await asyncio.gather(*[tracker_get_issue(number=100000 if i == ${FAILING} else i) for i in range(1, ${CALLS + 1})])\nreturn [json.loads(x)["title"] for x in r]`,
  },
  loops: { plimsoll: 'reduce repeat(1) as $each (0; . + $each)', codemode: 'while True:\n    pass', toolplane: 'while True:\n    pass' },
  writes: {
    plimsoll: `[range(1; ${CALLS + 1})] | map(call("close_issue"; {number: .}).state)`,
    codemode: `${IMPORT}return [json.loads(await call_tool("close_issue", {"number": i}))["state"] for i in range(1, ${CALLS + 1})]`,
    toolplane: `${IMPORT}return [json.loads(await tracker_close_issue(number=i))["state"] for i in range(1, ${CALLS + 1})]`,
  },
  large: { plimsoll: 'call("export_all"; {})', codemode: 'return await call_tool("export_all", {})', toolplane: 'return await tracker_export_all()' },
};
