// Creates realistic data that is the same in each run: tickets in twelve languages, logs, source code, an HTML page, and commits.

/** Returns a function that returns random numbers from 0 to 1, the same for each seed (mulberry32). */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SUBJECTS = {
  en: ['Invoice has a wrong address', 'Parcel arrived damaged', 'Cannot sign in after the update', 'Refund is missing'],
  de: ['Rechnung mit falscher Anschrift', 'Paket beschädigt angekommen', 'Anmeldung schlägt fehl', 'Rückzahlung fehlt'],
  fr: ['Facture avec une mauvaise adresse', 'Colis arrivé abîmé', 'Connexion impossible', 'Remboursement manquant'],
  es: ['Factura con dirección errónea', 'El paquete llegó dañado', 'No puedo iniciar sesión', 'Falta el reembolso'],
  pt: ['Fatura com endereço errado', 'A encomenda chegou danificada', 'Não consigo entrar', 'Falta o reembolso'],
  pl: ['Faktura z błędnym adresem', 'Paczka dotarła uszkodzona', 'Nie mogę się zalogować', 'Brak zwrotu pieniędzy'],
  ru: ['Счёт с неверным адресом', 'Посылка пришла повреждённой', 'Не могу войти', 'Нет возврата денег'],
  el: ['Τιμολόγιο με λάθος διεύθυνση', 'Το δέμα έφτασε κατεστραμμένο', 'Δεν μπορώ να συνδεθώ', 'Λείπει η επιστροφή'],
  ja: ['請求書の住所が違います', '荷物が破損して届きました', 'ログインできません', '返金がまだです'],
  zh: ['发票地址错误', '包裹到货时已损坏', '无法登录', '尚未退款'],
  ar: ['عنوان خاطئ في الفاتورة', 'وصل الطرد تالفا', 'لا أستطيع تسجيل الدخول', 'المبلغ المسترد مفقود'],
  hi: ['चालान में गलत पता', 'पार्सल क्षतिग्रस्त आया', 'लॉग इन नहीं हो रहा', 'धन वापसी नहीं मिली'],
};
const LANGUAGES = Object.keys(SUBJECTS);
const CUSTOMERS = ['Ada Byron', 'Jürgen Groß', 'Zoë Noël', 'María Peña', 'João Simões', 'Łucja Żak', 'Олег Ким', 'Ελένη Λάμπρου', '山田 花子', '王 小明', 'ليلى حداد', 'सीता शर्मा'];
const STATUSES = ['open', 'open', 'waiting', 'closed', 'closed', 'closed'];
const PRIORITIES = ['low', 'normal', 'normal', 'high', 'urgent'];

/** Returns support tickets: texts in twelve languages, numbers, decimals, dates, and nulls. */
export function tickets(count, seed = 7) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  return Array.from({ length: count }, (_, i) => {
    const language = pick(LANGUAGES);
    const status = pick(STATUSES);
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(next() * 300) * 86_400_000).toISOString().slice(0, 10);
    return {
      id: 1000 + i,
      opened: day,
      language,
      customer: CUSTOMERS[LANGUAGES.indexOf(language)],
      subject: pick(SUBJECTS[language]),
      status,
      priority: pick(PRIORITIES),
      minutes: Math.floor(next() * 480),
      cost: Math.floor(next() * 20_000) / 100,
      assignee: status === 'open' && next() < 0.4 ? null : pick(['kim', 'lee', 'maya', 'omar', 'sven']),
    };
  });
}

/** Returns CSV of records; values with a comma or a quote are quoted. */
export function csv(records) {
  const cell = (value) => {
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = Object.keys(records[0]);
  return `${[names, ...records.map((record) => names.map((name) => record[name]))].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

const two = (number) => String(number).padStart(2, '0');
const timeOf = (i) => `${two(8 + Math.floor(i / 3600))}:${two(Math.floor(i / 60) % 60)}:${two(i % 60)}`;
const EVENTS = ['request finished', 'cache miss', 'retry of an upstream', 'session expired', 'upload stored'];

/** Returns the events of a service, which the functions below write in different log formats. */
export function events(count, seed = 11) {
  const next = random(seed);
  return Array.from({ length: count }, (_, i) => ({
    time: timeOf(i * 3),
    level: next() < 0.03 ? 'ERROR' : next() < 0.12 ? 'WARN' : 'INFO',
    source: ['api', 'billing', 'mailer', 'search'][Math.floor(next() * 4)],
    message: EVENTS[Math.floor(next() * EVENTS.length)],
    millis: Math.floor(next() * 2000),
    status: next() < 0.04 ? 500 : 200,
  }));
}

const LETTER = { INFO: 'I', WARN: 'W', ERROR: 'E' };

export const logfmt = (list) =>
  list.map((e) => `time=2026-03-05T${e.time}Z level=${e.level.toLowerCase()} source=${e.source} msg="${e.message}" millis=${e.millis} status=${e.status}\n`).join('');
export const klog = (list) =>
  list.map((e) => `${LETTER[e.level]}0305 ${e.time}.000000       1 ${e.source}.go:${100 + (e.millis % 50)}] "${e.message}" millis=${e.millis} status=${e.status}\n`).join('');
export const bracketLog = (list) =>
  list.map((e) => `2026-03-05 ${e.time},000 [${e.source}] ${e.level} ${e.message} in ${e.millis} ms\n`).join('');

const PARTS = ['invoice', 'parcel', 'refund', 'session', 'address', 'report'];

/** Returns the source of a JavaScript module with some problems that a linter reports. */
export function moduleSource(index, functions = 30) {
  const part = PARTS[index % PARTS.length];
  const body = Array.from({ length: functions }, (_, i) => {
    const unused = i % 7 === index % 7 ? `  const unused${i} = input.length;\n` : '';
    const equal = i % 5 === 0 ? '==' : '===';
    return `/** Returns the ${part} number ${i}. */
export function ${part}${i}(input, limit) {
${unused}  if (input.id ${equal} limit) {
    return null;
  }
  let total = ${i};
  for (const item of input.items) {
    total += item.price * item.count;
  }
  return { id: input.id, total, kind: '${part}' };
}
`;
  });
  return `// ${part} ${index}\n\n${body.join('\n')}`;
}

/** Returns the tickets in the tables of `page`. */
export const pageTickets = (count = 720) => tickets(count, 23);

/** Returns an HTML page with headings, tables, a form, and links. */
export function page({ sections = 24, rows = 30 } = {}) {
  const list = pageTickets(sections * rows);
  const table = (part) => `<table><caption>Tickets ${part + 1}</caption><tr><th>Id</th><th>Customer</th><th>Status</th><th>Cost</th></tr>${list
    .slice(part * rows, (part + 1) * rows)
    .map((t) => `<tr><td>${t.id}</td><td>${t.customer}</td><td>${t.status}</td><td>${t.cost.toFixed(2)}</td></tr>`)
    .join('')}</table>`;
  const section = (part) => `<h2>Region ${part + 1}</h2><p>${SUBJECTS[LANGUAGES[part % LANGUAGES.length]].join('. ')}.</p>${table(part)}`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Support report</title></head><body>
<nav aria-label="Main menu">${Array.from({ length: 20 }, (_, i) => `<a href="/page/${i}">Page ${i}</a> `).join('')}</nav>
<main><h1>Support report</h1>
<form><label>Customer <input name="customer" value="Ada"></label><label>Kind <select><option>Praise</option><option selected>Complaint</option></select></label>
<label><input type="checkbox" checked> Only open</label><button type="button">Search tickets</button></form>
${Array.from({ length: sections }, (_, part) => section(part)).join('\n')}
</main></body></html>`;
}

/** Returns the authors, messages, and changes of commits. */
export function commits(count, seed = 5) {
  const next = random(seed);
  const people = [['Ada Byron', 'ada@example.com'], ['Jürgen Groß', 'juergen@example.com'], ['山田 花子', 'hanako@example.com'], ['Zoë Noël', 'zoe@example.com']];
  return Array.from({ length: count }, (_, i) => {
    const [author, email] = people[Math.floor(next() * people.length)];
    const module = Math.floor(next() * 6);
    return {
      author,
      email,
      seconds: Date.UTC(2026, 0, 5, 9) / 1000 + i * 7200,
      subject: `${['Fix', 'Add', 'Remove', 'Rename'][Math.floor(next() * 4)]} ${PARTS[module]} handling ${i}`,
      body: i % 4 === 0 ? `The ${PARTS[module]} of step ${i} was wrong.\n\nFixes #${100 + i}` : '',
      path: `src/${PARTS[module]}.js`,
      source: moduleSource(module, i === 0 ? 60 : 6).replaceAll('total = ', `total = ${i} + `),
    };
  });
}
