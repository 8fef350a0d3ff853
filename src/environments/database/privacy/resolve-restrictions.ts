import type { DatabaseSchema, TableName, TableSchema } from "../schema/database-schema.ts";
import type { CatalogEntry } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type Mentions, mentionsOf } from "./mentions.ts";
import type { PrivacyPolicy } from "./privacy-policy.ts";
import type { Restrictions, TableRestriction } from "./restrictions.ts";
import { type PlacedTable, selectColumns } from "./select-columns.ts";

interface Draft {
  readonly table: TableSchema;
  readonly schema: string;
  readonly allowedByName: boolean;
  denied: boolean;
  readonly deniedColumns: Set<string>;
  readonly maskedColumns: Set<string>;
}

/**
 * What a policy means for a database: patterns first, then what holds for a table's parts holds for all of them, then what is made of
 * something denied or masked (views, computed columns) goes as well.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, where it is `strict`
 */
export function resolveRestrictions(
  policy: PrivacyPolicy,
  schema: DatabaseSchema,
  catalog: readonly CatalogEntry[],
  /** `strict`: a pattern has to name something. */
  { dialect, strict }: { readonly dialect: SqlDialect; readonly strict: boolean },
): Restrictions {
  const placed = placeTables(schema, catalog);
  const drafts = draftsOf(policy, placed, strict);
  shareWithinFamilies(drafts);
  const names = new Set(placed.map(({ table }) => table.name));
  const definitions = catalog.flatMap((entry) =>
    entry.definition === undefined ? [] : [{ entry, mentions: mentionsIn(entry.definition, names, dialect) }],
  );
  denyDerived(drafts, definitions, (name) => dialect.privacy?.isCatalogTable(name) === true);
  for (const draft of drafts) {
    if (
      draft.table.columns.every(({ name }) => draft.deniedColumns.has(name)) &&
      draft.deniedColumns.size > 0
    )
      draft.denied = true;
  }
  return {
    tables: drafts.map(
      ({ table, schema: home, denied: isDenied, deniedColumns, maskedColumns }): TableRestriction => ({
        table,
        schema: home,
        denied: isDenied,
        deniedColumns,
        maskedColumns: new Set([...maskedColumns].filter((name) => !deniedColumns.has(name))),
      }),
    ),
    ownFunctions: new Set(
      catalog.filter(({ kind }) => kind === "function").map(({ name }) => name.toLowerCase()),
    ),
    readers: readersOf(drafts, definitions),
  };
}

function mentionsIn(
  definition: string,
  tables: ReadonlySet<string>,
  { lexical, privacy }: SqlDialect,
): Mentions {
  const mentions = mentionsOf(definition, lexical);
  const unnamedColumns = privacy?.takesUnnamedColumns?.(definition, tables) ?? false;
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

function draftsOf(policy: PrivacyPolicy, placed: readonly PlacedTable[], strict: boolean): readonly Draft[] {
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

/** A parent shows the rows of its children, and they have its columns. */
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

interface Definition {
  readonly entry: CatalogEntry;
  readonly mentions: Mentions;
}

/** Catalogs name what is denied, and statistics in them hold its values. */
function denyDerived(
  drafts: readonly Draft[],
  definitions: readonly Definition[],
  isCatalogTable: (name: string) => boolean,
): void {
  const functions = new Set<string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const { entry, mentions } of definitions) {
      // A function may have the name of a table.
      const own = entry.kind === "function" ? undefined : drafts.find((draft) => isOf(entry, draft));
      if (entry.kind === "column") {
        changed = (own !== undefined && restrictComputed(own, entry, mentions)) || changed;
        continue;
      }
      if (own?.denied === true || own?.allowedByName === true) continue;
      if (entry.kind === "function" && functions.has(entry.name.toLowerCase())) continue;
      const others = drafts.filter((draft) => draft !== own);
      const takes =
        entry.mayReadAnything === true ||
        others.some((draft) => takesFrom(mentions, draft)) ||
        callsOneOf(mentions, functions) ||
        [...mentions.names].some(isCatalogTable);
      if (!takes) continue;
      if (own !== undefined) own.denied = true;
      else if (entry.kind === "function") functions.add(entry.name.toLowerCase());
      else continue;
      changed = true;
    }
  }
}

function callsOneOf({ names }: Mentions, functions: ReadonlySet<string>): boolean {
  return [...functions].some((name) => names.has(name));
}

function isOf({ schema, name }: CatalogEntry, draft: Draft): boolean {
  return draft.table.name === name && draft.schema === schema;
}

/** True when something was restricted that was not before. */
function restrictComputed(own: Draft, { column }: CatalogEntry, { names }: Mentions): boolean {
  const computed = column === undefined ? own.table.columns.map(({ name }) => name) : [column];
  const uses = (columns: ReadonlySet<string>) =>
    [...columns].some((name) => name !== column && names.has(name.toLowerCase()));
  const add = (columns: Set<string>): boolean => {
    if (computed.every((name) => columns.has(name)) || !uses(columns)) return false;
    for (const name of computed) columns.add(name);
    return true;
  };
  const denied = add(own.deniedColumns);
  return add(own.maskedColumns) || denied;
}

function takesFrom(
  { names, unnamedColumns }: Mentions,
  { table, denied, deniedColumns, maskedColumns }: Draft,
): boolean {
  const isCalled = ({ schema, name }: TableName) =>
    names.has(name.toLowerCase()) && (schema === undefined || names.has(schema.toLowerCase()));
  if (![table, ...(table.partitions ?? [])].some(isCalled)) return false;
  if (denied) return true;
  const columns = [...deniedColumns, ...maskedColumns];
  return columns.length > 0 && (unnamedColumns || columns.some((name) => names.has(name.toLowerCase())));
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
