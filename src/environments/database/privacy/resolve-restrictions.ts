import type { PrivacyRules } from "../../../environment/privacy-rules.ts";
import { starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseSchema, TableName, TableSchema } from "../schema/database-schema.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { CatalogEntry, PrivacyFacts } from "./privacy-facts.ts";
import type { Restrictions, TableRestriction } from "./restrictions.ts";

/** The names that a definition uses, in lower case, and whether it takes columns without naming them. */
interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly unnamedColumns: boolean;
}

/** Deepest nesting of strings that is read: a function's body is a string, which may contain another one. */
const DEEPEST = 5;

/** The names in a definition. Strings are read too: full-text tables name their source in one, and functions have their body in one. */
function mentionsOf(definition: string, lexical: LexicalRules, depth = 0): Mentions {
  const text = tokenize(definition, lexical);
  const names = new Set<string>();
  let unnamedColumns = !text.complete;
  for (const [at, token] of text.tokens.entries()) {
    if (token.kind === "word") names.add(cut(text, token).toLowerCase());
    if (token.kind === "identifier" || token.kind === "string") names.add(token.value.toLowerCase());
    if (token.kind === "string" && /\s/u.test(token.value) && depth < DEEPEST) {
      const within = mentionsOf(token.value, lexical, depth + 1);
      for (const name of within.names) names.add(name);
      unnamedColumns ||= within.unnamedColumns;
    }
    const before = text.tokens[at - 1];
    // `count(*)` takes no columns, and a product has an operand before its star.
    if (token.value === "*" && token.kind === "symbol" && takesColumns(before?.value, before?.kind))
      unnamedColumns = true;
    if (token.kind === "word" && token.value === "NATURAL") unnamedColumns = true;
  }
  return { names, unnamedColumns };
}

function takesColumns(before: string | undefined, kind: string | undefined): boolean {
  if (kind === "word") return ["SELECT", "DISTINCT", "ALL", "RETURNING"].includes(before ?? "");
  return kind === "symbol" && (before === "." || before === ",");
}

/** One part of a pattern. */
interface PartPattern {
  readonly text: string;
  readonly hasStar: boolean;
  matches(name: string): boolean;
}

const PART = `(?:"((?:[^"]|"")+)"|([^".]+))`;
const PATTERN = new RegExp(String.raw`^${PART}(?:\.${PART}(?:\.${PART})?)?$`, "u");

/** @throws FuxiError `configuration-invalid` */
function readNamePattern(text: string): readonly PartPattern[] {
  const groups = PATTERN.exec(text)?.slice(1);
  if (groups === undefined)
    throw new FuxiError("configuration-invalid", `"${text}" is no pattern for tables or columns.`, {
      hint: "Write table, table.column or schema.table.column; * stands for any characters of a part.",
    });
  return [0, 2, 4].flatMap((at) => {
    const [quoted, plain] = groups.slice(at, at + 2);
    if (quoted === undefined && plain === undefined) return [];
    return [partPattern(quoted?.replaceAll('""', '"') ?? plain?.trim() ?? "", quoted !== undefined)];
  });
}

function partPattern(text: string, quoted: boolean): PartPattern {
  const hasStar = !quoted && text.includes("*");
  if (!hasStar) return { text, hasStar, matches: (name) => name.toLowerCase() === text.toLowerCase() };
  return { text, hasStar, matches: starPattern(text) };
}

/** A table and its real schema. */
interface PlacedTable {
  readonly table: TableSchema;
  readonly schema: string;
}

/** The part of a table that patterns select: all of it, or columns. */
interface Selection {
  whole: boolean;
  readonly columns: Set<string>;
  /** True if a pattern without `*` names the table itself. */
  byName: boolean;
}

/**
 * The selection of the patterns in each table: `a.b` is a column of a table, or a table of a schema.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, where it is `strict`
 */
function selectColumns(
  patterns: readonly string[],
  placed: readonly PlacedTable[],
  strict: boolean,
): ReadonlyMap<TableSchema, Selection> {
  const selected = new Map<TableSchema, Selection>();
  for (const text of patterns) {
    const [first, second, third] = readNamePattern(text);
    let found = false;
    for (const { table, schema } of placed) {
      const isFirst = first?.matches(table.name) === true;
      const isSecond = first?.matches(schema) === true && second?.matches(table.name) === true;
      // `*.email` means the column of any table, not tables called `email` in any schema.
      const isTable = second === undefined ? isFirst : third === undefined && isSecond && !first?.hasStar;
      const column = third ?? second;
      const isOwner = third === undefined ? isFirst : isSecond;
      const columns = isOwner ? table.columns.filter(({ name }) => column?.matches(name)) : [];
      if (!isTable && columns.length === 0) continue;
      found = true;
      const kept = selected.get(table) ?? { whole: false, columns: new Set(), byName: false };
      selected.set(table, kept);
      kept.whole ||= isTable;
      kept.byName ||= isTable && (second ?? first)?.hasStar === false;
      for (const { name } of columns) kept.columns.add(name);
    }
    if (!found && strict) throw namesNothing(text, placed);
  }
  return selected;
}

function namesNothing(text: string, placed: readonly PlacedTable[]): FuxiError {
  const known = placed.flatMap(({ table, schema }) => {
    const name = table.schema === undefined ? table.name : `${schema}.${table.name}`;
    return [name, ...table.columns.map((column) => `${name}.${column.name}`)];
  });
  const near = nearestNames(text.replaceAll("*", ""), known, { limit: 3 }).map(({ name }) => name);
  const hint =
    near.length === 0
      ? "Check its spelling; fuxi tools shows the schema."
      : `Did you mean ${near.join(" or ")}?`;
  return new FuxiError(
    "configuration-invalid",
    `The privacy pattern ${text} matches no table and no column.`,
    {
      hint,
    },
  );
}

/**
 * Denies objects derived from denied or masked ones: views, computed columns and functions, through any number of steps. Catalogs count as hidden:
 * they list denied names, and their statistics hold denied values. Returns the functions and operators that read hidden data, in lower case.
 */
function denyDerived(
  drafts: readonly Draft[],
  definitions: readonly Definition[],
  privacy: PrivacyFacts | undefined,
): ReadonlySet<string> {
  const readers = new Set<string>();
  const draftNamed = new Map(drafts.map((draft) => [placeOf(draft.schema, draft.table.name), draft]));
  const namesCatalog = ({ names }: Mentions) => [...names].some((name) => privacy?.isCatalogTable(name));
  for (let changed = true; changed; ) {
    changed = false;
    for (const definition of definitions) {
      const { entry, mentions } = definition;
      const isFunction = entry.kind === "function";
      // A function may have the name of a table.
      const own = isFunction ? undefined : draftNamed.get(placeOf(entry.schema, entry.name));
      if (entry.kind === "column") {
        changed = (own !== undefined && restrictComputed(own, definition, readers)) || changed;
        continue;
      }
      const name = entry.name.toLowerCase();
      if (isFunction ? readers.has(name) : !own || own.denied || own.allowedByName) continue;
      const takes =
        callsOneOf(definition, readers) ||
        entry.mayReadAnything === true ||
        drafts.some((draft) => draft !== own && takesFrom(entry, mentions, draft)) ||
        namesCatalog(mentions);
      if (!takes) continue;
      if (own) own.denied = true;
      else readers.add(name);
      changed = true;
    }
  }
  return readers;
}

const SIGN = /^[^\w"]+$/u;
/** Comparison operators, which BETWEEN, IN, CASE and USING call implicitly. */
const COMPARISON = /^(?:=|<>|[<>]=?)$/u;

function callsOneOf(
  { entry, mentions: { names }, calls }: Definition,
  readers: ReadonlySet<string>,
): boolean {
  if (calls !== undefined) return [...readers].some((name) => calls.has(name));
  const text = entry.kind === "function" && !SIGN.test(entry.name) ? entry.definition : undefined;
  return [...readers].some((name) => {
    if (names.has(name)) return true;
    // The engine may not have parsed a function's text yet, so operators are searched in the text.
    return text !== undefined && SIGN.test(name) && (COMPARISON.test(name) || text.includes(name));
  });
}

const placeOf = (schema: string, name: string): string => JSON.stringify([schema, name]);

/** Restricts a computed column. True when that changed the draft. */
function restrictComputed(own: Draft, definition: Definition, readers: ReadonlySet<string>): boolean {
  const { column } = definition.entry;
  const { names } = definition.mentions;
  const computed = column === undefined ? own.table.columns.map(({ name }) => name) : [column];
  const calls = callsOneOf(definition, readers);
  const uses = (columns: ReadonlySet<string>) =>
    [...columns].some((name) => name !== column && names.has(name.toLowerCase()));
  const add = (columns: Set<string>, isMade: boolean): boolean => {
    if (computed.every((name) => columns.has(name)) || !isMade) return false;
    for (const name of computed) columns.add(name);
    return true;
  };
  const denied = add(own.deniedColumns, calls || uses(own.deniedColumns));
  return add(own.maskedColumns, uses(own.maskedColumns)) || denied;
}

/** True if an object reads hidden data of the table. It may name tables of its own schema without prefix; a function, tables of any schema. */
function takesFrom(
  { kind, schema: home }: CatalogEntry,
  { names, unnamedColumns }: Mentions,
  { table, denied, deniedColumns, maskedColumns }: Draft,
): boolean {
  if (!denied && deniedColumns.size === 0 && maskedColumns.size === 0) return false;
  const isCalled = ({ schema, name }: TableName) =>
    names.has(name.toLowerCase()) &&
    (schema === undefined || schema === home || kind === "function" || names.has(schema.toLowerCase()));
  if (![table, ...(table.partitions ?? [])].some(isCalled)) return false;
  if (denied) return true;
  const columns = [...deniedColumns, ...maskedColumns];
  return unnamedColumns || columns.some((name) => names.has(name.toLowerCase()));
}

/**
 * Applies a policy to a database: first its patterns, then parents and children share their restrictions, then objects derived from
 * denied or masked ones (views, computed columns, functions) are denied too.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, where it is `strict`
 */
export function resolveRestrictions(
  policy: PrivacyRules,
  schema: DatabaseSchema,
  catalog: readonly CatalogEntry[],
  /** `strict`: every pattern must match something. */
  { dialect, strict }: { readonly dialect: SqlDialect; readonly strict: boolean },
): Restrictions {
  const placed = placeTables(schema, catalog);
  const drafts = draftsOf(policy, placed, strict);
  shareWithinFamilies(drafts);
  const names = new Set(placed.map(({ table }) => table.name));
  const definitions = catalog.flatMap((entry): readonly Definition[] => {
    const { definition, calls } = entry;
    if (definition === undefined) return [];
    return [
      {
        entry,
        mentions: mentionsIn(entry, definition, names, dialect),
        ...(calls === undefined ? {} : { calls: mentionsOf(calls, dialect.lexical).names }),
      },
    ];
  });
  const functionReaders = denyDerived(drafts, definitions, dialect.privacy);
  for (const draft of drafts) {
    if (
      draft.table.columns.every(({ name }) => draft.deniedColumns.has(name)) &&
      draft.deniedColumns.size > 0
    )
      draft.denied = true;
  }
  return {
    tables: drafts.map(
      ({ table, schema: home, maskedColumns, ...rest }): TableRestriction => ({
        table,
        schema: home,
        denied: rest.denied,
        deniedColumns: rest.deniedColumns,
        maskedColumns: new Set([...maskedColumns].filter((name) => !rest.deniedColumns.has(name))),
      }),
    ),
    ownFunctions: new Set(ownFunctions(catalog, functionReaders, dialect.privacy)),
    readers: readersOf(drafts, definitions),
  };
}

/**
 * Functions that the database adds. Leaves out extension functions that read nothing hidden and share the name of a built-in one: citext
 * has a `max` and a `replace`, pgvector an `avg`.
 */
function ownFunctions(
  catalog: readonly CatalogEntry[],
  readers: ReadonlySet<string>,
  privacy: PrivacyFacts | undefined,
): readonly string[] {
  const isHarmless = (name: string) =>
    !readers.has(name) &&
    (privacy?.isHarmlessFunction(name, "call") === true ||
      privacy?.isHarmlessFunction(name, "table") === true);
  return catalog
    .filter(({ kind }) => kind === "function")
    .filter(({ name, ofExtension }) => ofExtension !== true || !isHarmless(name.toLowerCase()))
    .map(({ name }) => name.toLowerCase());
}

function mentionsIn(
  { takesUnnamedColumns }: CatalogEntry,
  definition: string,
  tables: ReadonlySet<string>,
  { lexical, privacy }: SqlDialect,
): Mentions {
  const mentions = mentionsOf(definition, lexical);
  const unnamedColumns =
    takesUnnamedColumns === true || (privacy?.takesUnnamedColumns?.(definition, tables) ?? false);
  return unnamedColumns ? { ...mentions, unnamedColumns } : mentions;
}

function placeTables(schema: DatabaseSchema, catalog: readonly CatalogEntry[]): readonly PlacedTable[] {
  const homes = new Map(
    catalog
      .filter(({ kind, visible }) => visible && (kind === "table" || kind === "view"))
      .map((entry) => [entry.name, entry.schema]),
  );
  return schema.tables.map((table) => ({ table, schema: table.schema ?? homes.get(table.name) ?? "" }));
}

function draftsOf(policy: PrivacyRules, placed: readonly PlacedTable[], strict: boolean): readonly Draft[] {
  const allowed = policy.allow && selectColumns(policy.allow, placed, strict);
  const denied = selectColumns(policy.deny ?? [], placed, strict);
  const masked = selectColumns(policy.mask ?? [], placed, strict);
  return placed.map(({ table, schema }): Draft => {
    const names = table.columns.map(({ name }) => name);
    const [allow, deny, mask] = [allowed?.get(table), denied.get(table), masked.get(table)];
    const visible =
      allowed === undefined || allow?.whole === true
        ? names
        : names.filter((name) => allow?.columns.has(name));
    return {
      table,
      schema,
      allowedByName: allow?.byName === true,
      denied: deny?.whole === true || (allowed !== undefined && allow === undefined),
      deniedColumns: new Set(names.filter((name) => !visible.includes(name) || deny?.columns.has(name))),
      maskedColumns: new Set(mask?.whole === true ? names : names.filter((name) => mask?.columns.has(name))),
    };
  });
}

/** Shares restrictions between parent and child tables: a parent shows its children's rows, and children have its columns. */
function shareWithinFamilies(drafts: readonly Draft[]): void {
  const find = ({ schema, name }: TableName) =>
    drafts.find(({ table }) => table.name === name && table.schema === schema);
  for (let changed = true; changed; ) {
    changed = false;
    for (const parent of drafts) {
      for (const name of [...(parent.table.partitions ?? []), ...(parent.table.inheritors ?? [])]) {
        const child = find(name);
        if (child === undefined) continue;
        changed = share(parent, child) || share(child, parent) || changed;
      }
    }
  }
}

function share(from: Draft, to: Draft): boolean {
  const columns = new Set(to.table.columns.map(({ name }) => name));
  const before = [to.denied, to.deniedColumns.size, to.maskedColumns.size].join();
  to.denied ||= from.denied;
  for (const name of from.deniedColumns) if (columns.has(name)) to.deniedColumns.add(name);
  for (const name of from.maskedColumns) if (columns.has(name)) to.maskedColumns.add(name);
  return before !== [to.denied, to.deniedColumns.size, to.maskedColumns.size].join();
}

function readersOf(drafts: readonly Draft[], definitions: readonly Definition[]): readonly string[] {
  const views = definitions.filter(({ entry }) => entry.kind === "view");
  const readers = new Set(
    drafts
      .filter(({ allowedByName, denied }) => allowedByName && !denied)
      .flatMap(({ table }) => {
        return table.kind === "view" ? [table.name] : [];
      }),
  );
  for (const name of readers) {
    const { mentions } = views.find(({ entry }) => entry.name === name) ?? {};
    for (const { entry } of views) if (mentions?.names.has(entry.name.toLowerCase())) readers.add(entry.name);
  }
  return [...readers];
}

/** Restrictions of a table found so far. */
interface Draft {
  readonly table: TableSchema;
  readonly schema: string;
  readonly allowedByName: boolean;
  denied: boolean;
  readonly deniedColumns: Set<string>;
  readonly maskedColumns: Set<string>;
}

/** An object of the catalog, and the names in its definition. */
interface Definition {
  readonly entry: CatalogEntry;
  readonly mentions: Mentions;
  /** In lower case, where the engine keeps them. */
  readonly calls?: ReadonlySet<string>;
}
