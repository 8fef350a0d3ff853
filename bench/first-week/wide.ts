/** 500 tables in 10 schemas, or in one file, as SQL on stdout: `node bench/first-week/wide.ts postgres|sqlite`. Names repeat across schemas. */
const engine = process.argv[2] === "sqlite" ? "sqlite" : "postgres";
const AREAS = [
  "hr",
  "finance",
  "logistics",
  "retail",
  "support",
  "marketing",
  "legal",
  "plant",
  "fleet",
  "it",
];
const NOUNS = [
  "employee",
  "department",
  "invoice",
  "payment",
  "shipment",
  "warehouse",
  "store",
  "ticket",
  "campaign",
  "contract",
  "machine",
  "vehicle",
  "server",
  "license",
  "budget",
  "account",
  "route",
  "supplier",
  "product",
  "customer",
  "absence",
  "shift",
  "training",
  "salary_band",
  "cost_center",
  "ledger",
  "refund",
  "pallet",
  "dock",
  "return_case",
  "agent",
  "queue",
  "survey",
  "lead",
  "audience",
  "clause",
  "case_file",
  "sensor",
  "alarm",
  "inspection",
  "driver",
  "fuel_card",
  "tire",
  "accident",
  "laptop",
  "incident",
  "patch",
  "backup",
  "vendor_score",
  "meeting",
];
const table = (area: string, noun: string): string =>
  engine === "postgres" ? `${area}.${noun}` : `${area}_${noun}`;
const lines: string[] = [];
for (const area of AREAS) {
  if (engine === "postgres") lines.push(`CREATE SCHEMA ${area};`);
  NOUNS.forEach((noun, i) => {
    const before = NOUNS[i - 1];
    const link =
      before === undefined || i % 5 === 0
        ? ""
        : `, ${before}_id INTEGER REFERENCES ${table(area, before)}(id)`;
    lines.push(
      `CREATE TABLE ${table(area, noun)} (id INTEGER PRIMARY KEY, name TEXT, created_on DATE, status TEXT, amount NUMERIC${link});`,
      `INSERT INTO ${table(area, noun)} (id, name, created_on, status, amount) VALUES (1, '${area} ${noun} 1', '2026-01-01', 'open', 10), (2, '${area} ${noun} 2', '2026-02-01', 'done', 20);`,
    );
  });
}
console.log(lines.join("\n"));
