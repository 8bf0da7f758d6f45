// Large nested records with texts in ten languages.

const PORTS = ['München', '東京都', 'Reykjavík', 'القاهرة', 'São Paulo', 'Київ', 'ភ្នំពេញ', 'Αθήνα', 'תל אביב', 'Hà Nội'];
const NOTES = [
  'Ladung geprüft, Siegel unversehrt',
  '積荷は検査済み、封印に異常なし',
  'Farmur skoðaður, innsigli heil',
  'تم فحص البضاعة والأختام سليمة',
  'Carga inspecionada, lacres "intactos"',
  'Вантаж оглянуто, пломби цілі',
  'ទំនិញបានត្រួតពិនិត្យ',
  'Το φορτίο ελέγχθηκε',
  'המטען נבדק',
  'Hàng đã kiểm tra',
];

export const ships = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: `s-${i}`,
    name: `MV Albatross ${i}`,
    draught: i * 1.1,
    flag: null,
    owner: {
      name: `Reederei ${i % 41} <${PORTS[i % 10]}>`,
      address: { city: PORTS[i % 10], street: `Calle "Mayor" \\ ${i}`, geo: [48.1371 + i, 11.5754] },
    },
    cargo: [
      { sku: `SKU-${i}-A`, pieces: i % 7, note: NOTES[i % 10] },
      { sku: `SKU-${i}-B`, pieces: 1, note: '\u2028</script><b>&amp;\u0000' },
    ],
    history: [{ at: '2026-11-23T06:00:00Z', by: 'system', what: 'created from the import of the night' }],
  }));

export const track = (id, count) =>
  Array.from({ length: count }, (_, i) => ({
    ship: id,
    at: new Date(Date.UTC(2026, 10, 23) + i * 60_000).toISOString(),
    position: { latitude: 53.5 + i / 1_000, longitude: 9.9 - i / 1_000 },
    near: PORTS[i % 10],
    remark: NOTES[i % 10],
  }));
