import { type CalendarDate, readDate } from "../../src/environments/database/check/date-pattern.ts";

import { dayAsText } from "../../src/environments/database/sql/date-pattern-text.ts";
import type { Span } from "../../src/environments/database/sql/query-tree.ts";
import { foldText } from "../../src/util/fold-text.ts";
import { nameWords } from "../../src/util/name-words.ts";
import type { Seeded } from "../../test/support/random-programs.ts";
import { type Edit, eachLiteral, isText, type QuerySites, quoted, replaced } from "./checked.ts";

/** A query with one damaged place. */
export interface Damaged {
  readonly sql: string;
  /** Where in `sql` the damage begins. */
  readonly at: number;
  /** The whole query as it was. */
  readonly gold: string;
}

type Damage = (sites: QuerySites, random: Seeded) => readonly Edit[];

/** Where in a column reference its own name stands, without qualifier and quotes. */
function nameSpan({ sql }: QuerySites, { start, end, name }: Span & { readonly name: string }) {
  const from = sql.slice(start, end).toLowerCase().lastIndexOf(name.toLowerCase());
  return from < 0 ? undefined : { start: start + from, end: start + from + name.length };
}

function allNames(sites: QuerySites): ReadonlySet<string> {
  const { tables } = sites.check.services.schema;
  const names = tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]);
  return new Set(names.map((name) => name.toLowerCase()));
}

function misspell(word: string, random: Seeded): string {
  const i = 1 + random.below(word.length - 2);
  const letter = "abcdefghijklmnopqrstuvwxyz"[random.below(26)] ?? "x";
  const [head, here, next] = [word.slice(0, i), word[i] ?? "", word[i + 1] ?? ""];
  const kinds = [
    head + word.slice(i + 1),
    head + letter + word.slice(i),
    head + letter + word.slice(i + 1),
    head + next + here + word.slice(i + 2),
  ];
  return kinds[random.below(4)] ?? word;
}

const typoInText = eachLiteral((literal, comparison, random) => {
  if (!isText(literal, comparison) || !/^[\p{L} ]{5,}$/u.test(literal.value)) return [];
  const wrong = misspell(literal.value, random);
  return foldText(wrong) === foldText(literal.value) ? [] : [`'${wrong}'`];
});

/** One wrong letter in the name of a column or table, or in a text of at least five letters. */
const typo: Damage = (sites, random) => {
  const names = allNames(sites);
  const tables = sites.cores.flatMap(({ sources }) => sources.filter(({ kind }) => kind === "table"));
  const identifiers = [
    ...sites.columns.flatMap(({ node }) => nameSpan(sites, node) ?? []),
    ...tables.map(({ start, name = "" }) => ({ start, end: start + name.length })),
  ];
  const misspelt = identifiers.flatMap((span): readonly Edit[] => {
    const word = sites.sql.slice(span.start, span.end);
    const wrong = /^\w{4,}$/u.test(word) ? misspell(word, random) : word;
    return names.has(wrong.toLowerCase()) || wrong === word ? [] : [[span, wrong]];
  });
  return [...misspelt, ...typoInText(sites, random)];
};

/** The same words in another form: camelCase, snake_case, plural or singular. */
const form: Damage = (sites, random) => {
  const names = allNames(sites);
  return sites.columns.flatMap(({ node }): readonly Edit[] => {
    const span = nameSpan(sites, node);
    const words = nameWords(node.name);
    if (!span || words.length === 0 || node.quotedWith) return [];
    const [first = "", ...more] = words;
    const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);
    const ending = /s$/u.test(words.at(-1) ?? "") ? "" : /y$/u.test(words.at(-1) ?? "") ? "ies" : "s";
    const stem = ending === "s" ? node.name : node.name.slice(0, -1);
    const forms = [
      [first, ...more.map(capital)].join(""),
      words.join("_"),
      words.map(capital).join(""),
      stem + ending,
    ];
    const wrong = random.pick(forms.filter((each) => /^\w+$/u.test(each) && !names.has(each.toLowerCase())));
    return wrong === undefined ? [] : [[span, wrong]];
  });
};

/** The right column with the qualifier of another table at hand, which does not have it. */
const wrongTable: Damage = (sites) =>
  sites.columns.flatMap(({ node: { start, name, qualifier }, scope }) => {
    if (qualifier === undefined) return [];
    const isSame = (one: string) => (other: { readonly name: string }) =>
      other.name.toLowerCase() === one.toLowerCase();
    const others = scope.sources.filter(
      (source) =>
        source.name !== undefined &&
        source.name.toLowerCase() !== qualifier.toLowerCase() &&
        !source.columns.some(isSame(name)),
    );
    return others.map((other): Edit => [{ start, end: start + qualifier.length }, other.name ?? ""]);
  });

/** Another case, a space too much, at either end or inside. */
const caseOrSpace = eachLiteral((literal, comparison, random) => {
  const { value } = literal;
  if (!isText(literal, comparison) || !/\p{L}/u.test(value)) return [];
  const forms = [
    value.toUpperCase(),
    value.toLowerCase(),
    `${value} `,
    ` ${value}`,
    value.replace(" ", "  "),
  ];
  const wrong = random.pick(forms.filter((each) => each !== value));
  return wrong === undefined ? [] : [quoted(wrong)];
});

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

const abbreviation = eachLiteral((literal, comparison) =>
  isText(literal, comparison) ? abbreviate(literal.value).map((short) => `'${short}'`) : [],
);

const DATE_FORMS = [
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

const dateForm = eachLiteral((literal, { base }) => {
  const [reading] = base && literal.kind === "string" ? readDate(literal.value) : [];
  if (!reading || !/%d/u.test(reading.pattern)) return [];
  return otherDateForms(reading.date, reading.pattern).map((text) => `'${text}'`);
});

/** A JOIN of the gold query left out, whose columns are still used. */
const missingJoin: Damage = (sites) =>
  sites.cores.flatMap(({ core, sources }) =>
    sources.flatMap(({ join, kind, alias, name: table }, i): readonly Edit[] => {
      if (!join?.on || !core.from || kind !== "table") return [];
      const before = sources[i - 1];
      const start = before?.join?.on?.end ?? before?.end;
      if (start === undefined) return [];
      const used = new RegExp(`\\b${alias ?? table ?? ""}\\s*\\.`, "iu");
      const isJoinedLater = sources.slice(i + 1).some(({ join: other }) => {
        const { on } = other ?? {};
        return on && used.test(sites.sql.slice(on.start, on.end));
      });
      const span = { start, end: join.on.end };
      return isJoinedLater || !used.test(replaced(sites.sql, span, "")) ? [] : [[span, ""]];
    }),
  );

/** Functions of SQLite in the words of others. */
const foreign: Damage = (sites) => {
  const text = ({ start, end }: Span) => sites.sql.slice(start, end);
  const calls = sites.calls.flatMap((call): readonly Edit[] => {
    const [first = "", second = "", third = ""] = call.arguments.map(text);
    const name = call.name.toLowerCase();
    const isPart = /^substr(ing)?$/u.test(name) && third !== "";
    const isCounted = name === "count" && !call.star && !call.distinct && first !== "";
    const forms = [
      ...(name === "strftime" && first === "'%Y'"
        ? [
            `YEAR(${second})`,
            `EXTRACT(YEAR FROM ${second})`,
            `DATE_FORMAT(${second}, '%Y')`,
            `TO_CHAR(${second}, 'YYYY')`,
          ]
        : []),
      ...(name === "strftime" && first === "'%m'"
        ? [`MONTH(${second})`, `EXTRACT(MONTH FROM ${second})`, `DATE_PART('month', ${second})`]
        : []),
      ...(isPart && second === "1" ? [`LEFT(${first}, ${third})`] : []),
      ...(isPart ? [`MID(${first}, ${second}, ${third})`] : []),
      ...(name === "length" ? [`LEN(${first})`, `CHAR_LENGTH(${first})`] : []),
      ...(name === "count" && call.star ? ["COUNT_BIG(1)"] : []),
      ...(isCounted ? [`COUNT_BIG(${first})`] : []),
      ...(name === "ifnull" || name === "coalesce" ? [`NVL(${first}, ${second})`] : []),
    ];
    return forms.map((each) => [call, each]);
  });
  const likes = sites.binaries.filter(({ operator }) => operator === "LIKE");
  return [...calls, ...likes.map((node): Edit => [node, `${text(node.left)} ILIKE ${text(node.right)}`])];
};

const DAMAGES: Readonly<Record<string, Damage>> = {
  typo,
  form,
  "wrong table": wrongTable,
  "case or space": caseOrSpace,
  abbreviation,
  "date format": dateForm,
  "other dialect": foreign,
  "missing join": missingJoin,
};

/** By class. */
export const damagesOf = (
  sites: QuerySites,
  random: Seeded,
): readonly (readonly [kind: string, damaged: readonly Damaged[]])[] =>
  Object.entries(DAMAGES).map(([kind, damage]) => [
    kind,
    damage(sites, random).map(([span, text]) => ({
      ...{ sql: replaced(sites.sql, span, text), at: span.start, gold: sites.sql },
    })),
  ]);
