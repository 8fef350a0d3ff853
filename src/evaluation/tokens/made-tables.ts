import { mulberry32 } from "../../util/mulberry32.ts";

/** A table as an administrator might have added it: SQL that every engine of ours reads. */
export interface MadeTable {
  readonly name: string;
  readonly create: string;
  /** INSERT statements. */
  readonly rows: readonly string[];
}

const THINGS = [
  ...["invoice", "shipment", "warehouse", "supplier", "contract", "inspection", "complaint", "refund"],
  ...[
    "vehicle",
    "training_course",
    "enrolment",
    "booking",
    "room",
    "equipment",
    "maintenance_job",
    "donation",
  ],
  ...[
    "sponsor",
    "campaign",
    "newsletter",
    "subscription",
    "survey",
    "survey_answer",
    "document",
    "audit_entry",
  ],
];
const CODES: Readonly<Record<string, readonly string[]>> = {
  status: ["open", "closed", "pending", "cancelled"],
  priority: ["low", "normal", "high"],
  category: ["internal", "external", "partner"],
  currency: ["EUR", "USD", "GBP"],
  channel: ["email", "phone", "web", "letter"],
};
const AMOUNTS = ["quantity", "net_amount", "tax_amount", "duration_minutes", "capacity", "rating"];
const DATES = ["created_on", "valid_until", "last_changed_on", "due_date"];
const TEXTS = ["title", "description", "remark", "reference_number", "contact_name", "postal_address"];
const ROWS = 40;
const DAYS = 2000;
const FIRST_DAY = Date.UTC(2019, 0, 1);

/**
 * Tables to make a schema larger by, the same ones for the same seed; each may refer to those before it. At most 24.
 * @param taken names in small letters that tables have already
 */
export function* madeTables(seed: number, taken: ReadonlySet<string> = new Set()): Generator<MadeTable> {
  const random = mulberry32(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  const some = <T>(list: readonly T[], most: number): readonly T[] =>
    shuffled(list).slice(0, 1 + below(most));
  const before: string[] = [];
  for (const name of shuffled(THINGS)) {
    if (taken.has(name)) continue;
    const columns: (readonly [name: string, type: string, value: (row: number) => string])[] = [
      [`${name}_id`, "INTEGER PRIMARY KEY", (row) => String(row)],
      ...some(before, 2).map((other): [string, string, () => string] => [
        `${other}_id`,
        `INTEGER REFERENCES ${other}(${other}_id)`,
        () => String(1 + below(ROWS)),
      ]),
      ...some(TEXTS, 2).map((text): [string, string, (row: number) => string] => [
        text,
        "TEXT",
        (row) => `'${text} ${row * 7}'`,
      ]),
      ...some(Object.keys(CODES), 2).map((code): [string, string, () => string] => [
        code,
        "TEXT",
        () => `'${CODES[code]?.[below(CODES[code]?.length ?? 1)]}'`,
      ]),
      ...some(AMOUNTS, 3).map((amount): [string, string, () => string] => [
        amount,
        "REAL",
        () => (below(100_000) / 100).toFixed(2),
      ]),
      ...some(DATES, 2).map((date): [string, string, () => string] => [
        date,
        "DATE",
        () => `'${new Date(FIRST_DAY + below(DAYS) * 86_400_000).toISOString().slice(0, 10)}'`,
      ]),
    ];
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `INSERT INTO ${name} VALUES (${columns.map(([, , value]) => value(at + 1)).join(", ")})`,
    );
    const lines = columns.map(([column, type]) => `  ${column} ${type}`);
    yield { name, create: `CREATE TABLE ${name} (\n${lines.join(",\n")}\n)`, rows };
    before.push(name);
  }
}
