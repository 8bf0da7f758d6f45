"""Steps of each client, and data of each server."""

import json


def order(number):
    return {
        "id": number,
        "customer": {"name": f"Möwe {number % 7} GmbH", "city": ["Hamburg", "Kiel", "Oslo"][number % 3]},
        "status": ["open", "paid", "shipped"][number % 3],
        "total": number * 1.25,
        "note": "fragile, keep dry 🚢" if number % 5 == 0 else None,
    }


async def run_steps(client):
    """Runs the steps with an adapter that has list_tools() and call(name, arguments, on_progress); returns a report."""

    async def call(name, arguments, on_progress=None):
        text, is_error = await client.call(name, arguments, on_progress)
        return {"text": text, "isError": is_error}

    report = {"revision": client.revision(), "tools": await client.list_tools()}
    report["small"] = await call("get_order", {"number": 7})
    pages = [await call("list_orders", {"count": 800})]
    first = json.loads(pages[0]["text"])
    cursor = first.get("nextCursor") if isinstance(first, dict) else None
    while cursor and len(pages) < 100:
        pages.append(await call("plimsoll_read", {"cursor": cursor}))
        cursor = json.loads(pages[-1]["text"]).get("nextCursor")
    report["pages"] = pages
    if isinstance(first, dict) and first.get("nextCursor"):
        query = {"cursor": first["nextCursor"], "query": '[.[] | select(.status == "open") | .total] | add'}
        report["query"] = await call("plimsoll_read", query)
        report["wrongCursor"] = await call("plimsoll_read", {"cursor": "A" + first["nextCursor"][1:]})
    report["failure"] = await call("fail", {})
    steps = []
    report["counted"] = await call("count", {"to": 5}, steps.append)
    report["progress"] = len(steps)
    return report
