import { type CalendarDate, readDate } from "../../src/environments/database/check/date-pattern.ts";

import { dayAsText } from "../../src/environments/database/sql/date-pattern-text.ts";
import { foldText } from "../../src/util/fold-text.ts";
import { nameWords } from "../../src/util/name-words.ts";
import type { Seeded } from "../../test/support/random-programs.ts";
import { type QuerySites, replaced } from "./query-sites.ts";

/** A query with one damaged place. */
export interface Damaged {
  readonly sql: string;
  /** Where in `sql` the damage begins. */
  readonly at: number;
  /** What was written there before, and the whole query as it was. */
  readonly gold: string;
}

export type Damage = (sites: QuerySites, random: Seeded) => readonly Damaged[];

function at(sites: QuerySites, span: { start: number; end: number }, text: string): Damaged {
  return { sql: replaced(sites.sql, span, text), at: span.start, gold: sites.sql };
}

/** Where in a column reference its own name stands, without qualifier and quotes. */
function nameSpan(sites: QuerySites, node: { start: number; end: number; name: string }) {
  const text = sites.sql.slice(node.start, node.end);
  const from = text.toLowerCase().lastIndexOf(node.name.toLowerCase());
  return from < 0 ? undefined : { start: node.start + from, end: node.start + from + node.name.length };
}

function allNames(sites: QuerySites): ReadonlySet<string> {
  const names = sites.check.services.schema.tables.flatMap((table) => [
    table.name.toLowerCase(),
    ...table.columns.map((column) => column.name.toLowerCase()),
  ]);
  return new Set(names);
}

function misspell(word: string, random: Seeded): string {
  const i = 1 + random.below(word.length - 2);
  const letter = "abcdefghijklmnopqrstuvwxyz"[random.below(26)] ?? "x";
  switch (random.below(4)) {
    case 0:
      return word.slice(0, i) + word.slice(i + 1);
    case 1:
      return word.slice(0, i) + letter + word.slice(i);
    case 2:
      return word.slice(0, i) + letter + word.slice(i + 1);
    default:
      return word.slice(0, i) + (word[i + 1] ?? "") + (word[i] ?? "") + word.slice(i + 2);
  }
}

/** One wrong letter in the name of a column or table, or in a text of at least five letters. */
const typo: Damage = (sites, random) => {
  const names = allNames(sites);
  const found: Damaged[] = [];
  const identifiers = [
    ...sites.columns.flatMap(({ node }) => nameSpan(sites, node) ?? []),
    ...sites.cores.flatMap(({ sources }) =>
      sources
        .filter((each) => each.kind === "table")
        .map((each) => ({ start: each.start, end: each.start + (each.name?.length ?? 0) })),
    ),
  ];
  for (const span of identifiers) {
    const word = sites.sql.slice(span.start, span.end);
    const wrong = /^\w{4,}$/u.test(word) ? misspell(word, random) : word;
    if (!names.has(wrong.toLowerCase()) && wrong !== word) found.push(at(sites, span, wrong));
  }
  for (const { literals, kind } of sites.comparisons) {
    for (const literal of literals) {
      if (kind !== "equal" || literal.kind !== "string" || !/^[\p{L} ]{5,}$/u.test(literal.value)) continue;
      const wrong = misspell(literal.value, random);
      if (foldText(wrong) !== foldText(literal.value)) found.push(at(sites, literal, `'${wrong}'`));
    }
  }
  return found;
};

/** The same words in another form: camelCase, snake_case, plural or singular. */
const form: Damage = (sites, random) => {
  const names = allNames(sites);
  const found: Damaged[] = [];
  for (const { node } of sites.columns) {
    const span = nameSpan(sites, node);
    const words = nameWords(node.name);
    if (!span || words.length === 0 || node.quotedWith) continue;
    const camel = words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
    const last = words.at(-1) ?? "";
    const plural = last.endsWith("s")
      ? node.name.slice(0, -1)
      : last.endsWith("y")
        ? `${node.name.slice(0, -1)}ies`
        : `${node.name}s`;
    const forms = [
      camel,
      words.join("_"),
      words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(""),
      plural,
    ];
    const wrong = random.pick(forms.filter((each) => /^\w+$/u.test(each) && !names.has(each.toLowerCase())));
    if (wrong !== undefined) found.push(at(sites, span, wrong));
  }
  return found;
};

/** The right column with the qualifier of another table at hand, which does not have it. */
const wrongTable: Damage = (sites) =>
  sites.columns.flatMap(({ node, scope }) => {
    if (node.qualifier === undefined) return [];
    const others = scope.sources.filter(
      (source) =>
        source.name !== undefined &&
        source.name.toLowerCase() !== node.qualifier?.toLowerCase() &&
        !source.columns.some((column) => column.name.toLowerCase() === node.name.toLowerCase()),
    );
    return others.map((other) =>
      at(sites, { start: node.start, end: node.start + (node.qualifier?.length ?? 0) }, other.name ?? ""),
    );
  });

/** Another case, a space too much, at either end or inside. */
const caseOrSpace: Damage = (sites, random) =>
  sites.comparisons.flatMap(({ literals, kind }) =>
    literals.flatMap((literal) => {
      if (kind !== "equal" || literal.kind !== "string" || !/\p{L}/u.test(literal.value)) return [];
      const { value } = literal;
      const forms = [
        value.toUpperCase(),
        value.toLowerCase(),
        `${value} `,
        ` ${value}`,
        value.replace(" ", "  "),
      ];
      const wrong = random.pick(forms.filter((each) => each !== value));
      return wrong === undefined ? [] : [at(sites, literal, `'${wrong.replaceAll("'", "''")}'`)];
    }),
  );

/** Initials of at least three words, or words cut to their first letters. */
export function abbreviate(value: string): readonly string[] {
  const words = value.split(/\s+/u).filter((word) => /^\p{L}/u.test(word));
  const forms: string[] = [];
  if (words.length >= 3) forms.push(words.map((word) => word[0]?.toUpperCase()).join(""));
  if (words.length === 2 && words.every((word) => word.length > 5))
    forms.push(words.map((word) => word.slice(0, 4)).join(" "));
  if (words.length >= 2 && (words[0]?.length ?? 0) > 6)
    forms.push([`${words[0]?.slice(0, 3)}.`, ...words.slice(1)].join(" "));
  return forms;
}

const abbreviation: Damage = (sites) =>
  sites.comparisons.flatMap(({ literals, kind }) =>
    literals.flatMap((literal) =>
      kind === "equal" && literal.kind === "string"
        ? abbreviate(literal.value).map((short) => at(sites, literal, `'${short}'`))
        : [],
    ),
  );

export const DATE_FORMS = [
  "%Y-%m-%d",
  "%d/%m/%Y",
  "%m/%d/%Y",
  "%d.%m.%Y",
  "%Y%m%d",
  "%B %-d, %Y",
  "%Y/%m/%d",
  "%-d %b %Y",
];

/** A date in a form that reads as this date only. */
export function otherDateForms(date: CalendarDate, pattern: string): readonly string[] {
  return DATE_FORMS.filter((each) => each !== pattern && !pattern.startsWith(each))
    .map((each) => dayAsText(date, each))
    .filter((text) => {
      const readings = readDate(text);
      return readings.length === 1 || date.day > 12;
    });
}

const dateForm: Damage = (sites) =>
  sites.comparisons.flatMap(({ literals, base }) =>
    literals.flatMap((literal) => {
      const [reading] = base && literal.kind === "string" ? readDate(literal.value) : [];
      if (!reading || !/%d/u.test(reading.pattern)) return [];
      return otherDateForms(reading.date, reading.pattern).map((text) => at(sites, literal, `'${text}'`));
    }),
  );

/** A JOIN of the gold query left out, whose columns are still used. */
const missingJoin: Damage = (sites) =>
  sites.cores.flatMap(({ core, sources }) =>
    sources.flatMap((source, i) => {
      const { join } = source;
      if (!join?.on || !core.from || source.kind !== "table") return [];
      const before = sources[i - 1];
      const start = before?.join?.on?.end ?? before?.end;
      if (start === undefined) return [];
      const name = source.alias ?? source.name ?? "";
      const later = sources.slice(i + 1).some((each) => {
        const on = each.join?.on;
        return on && new RegExp(`\\b${name}\\s*\\.`, "iu").test(sites.sql.slice(on.start, on.end));
      });
      const end = join.on.end;
      const rest = sites.sql.slice(0, start) + sites.sql.slice(end);
      const used = new RegExp(`\\b${name}\\s*\\.`, "iu").test(rest);
      return later || !used ? [] : [{ sql: rest, at: start, gold: sites.sql }];
    }),
  );

/** Functions of SQLite in the words of others. */
const foreign: Damage = (sites) => {
  const found: Damaged[] = [];
  const text = (span: { start: number; end: number }) => sites.sql.slice(span.start, span.end);
  for (const call of sites.calls) {
    const args = call.arguments.map((each) => text(each));
    const name = call.name.toLowerCase();
    const [first = "", second = "", third = ""] = args;
    const forms: string[] = [];
    if (name === "strftime" && first === "'%Y'")
      forms.push(
        `YEAR(${second})`,
        `EXTRACT(YEAR FROM ${second})`,
        `DATE_FORMAT(${second}, '%Y')`,
        `TO_CHAR(${second}, 'YYYY')`,
      );
    if (name === "strftime" && first === "'%m'")
      forms.push(`MONTH(${second})`, `EXTRACT(MONTH FROM ${second})`, `DATE_PART('month', ${second})`);
    if (/^substr(ing)?$/u.test(name) && second === "1" && third !== "")
      forms.push(`LEFT(${first}, ${third})`);
    if (/^substr(ing)?$/u.test(name) && third !== "") forms.push(`MID(${first}, ${second}, ${third})`);
    if (name === "length") forms.push(`LEN(${first})`, `CHAR_LENGTH(${first})`);
    if (name === "count" && call.star) forms.push("COUNT_BIG(1)");
    if (name === "count" && !call.star && !call.distinct && first !== "") forms.push(`COUNT_BIG(${first})`);
    if (name === "ifnull" || name === "coalesce") forms.push(`NVL(${first}, ${second})`);
    found.push(...forms.map((each) => at(sites, call, each)));
  }
  for (const node of sites.binaries) {
    if (node.operator === "LIKE") found.push(at(sites, node, `${text(node.left)} ILIKE ${text(node.right)}`));
  }
  return found;
};

export const DAMAGE_OF_GOLD: Readonly<Record<string, Damage>> = {
  typo,
  form,
  "wrong table": wrongTable,
  "case or space": caseOrSpace,
  abbreviation,
  "date format": dateForm,
  "other dialect": foreign,
  "missing join": missingJoin,
};
