// Sample payloads for the playground.

const pick = (list, i) => list[i % list.length];

function devices() {
  return JSON.stringify(Array.from({ length: 1200 }, (_, i) => ({
    id: 4000 + i,
    serial: `D-${(i * 7919).toString(16).padStart(6, "0").toUpperCase()}`,
    site: pick(["Hamburg", "Rotterdam", "Gdańsk", "Göteborg"], i * 3),
    status: pick(["ok", "ok", "ok", "missing", "in repair"], i * 7),
    lastSeen: `2026-11-${String(1 + (i % 21)).padStart(2, "0")}T08:${String(i % 60).padStart(2, "0")}:00Z`,
    note: pick(["", "seal broken, inspected on arrival", "moved from bay 4 to bay 11", "battery replaced"], i * 5),
  })), null, 1);
}

function log() {
  const lines = [];
  for (let i = 0; i < 2500; i++) {
    const at = new Date(Date.UTC(2026, 10, 21, 6, 0, i * 3)).toISOString();
    const level = i % 97 === 0 ? "ERROR" : i % 13 === 0 ? "WARN " : "INFO ";
    lines.push(`${at} ${level} worker-${i % 8} ${level === "ERROR" ? `job ${9000 + i} failed after 3 attempts: connection reset` : `job ${9000 + i} done in ${(i * 37) % 900} ms`}`);
  }
  return lines.join("\n");
}

function record() {
  const history = Array.from({ length: 180 }, (_, i) => ({ at: `2026-${String(1 + (i % 12)).padStart(2, "0")}-03`, by: `user${i % 9}`, change: "terms amended, see the clauses below" }));
  return JSON.stringify({
    id: "C-2291", customer: { name: "Nordlicht Reederei", country: "DE", contacts: Array.from({ length: 14 }, (_, i) => ({ name: `Contact ${i}`, mail: `c${i}@example.com` })) },
    status: "active", total: 184_220.5, currency: "EUR", terms: "The carrier shall exercise due diligence. ".repeat(260), history,
  }, null, 2);
}

export const SAMPLES = [["a list of 1,200 devices", devices], ["a log of 2,500 lines", log], ["one large record", record]];
