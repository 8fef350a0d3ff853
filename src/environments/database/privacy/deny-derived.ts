import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { TableName } from "../schema/database-schema.ts";
import type { CatalogEntry, PrivacyFacts } from "../sql/privacy-facts.ts";
import type { Definition, Draft } from "./draft.ts";
import type { Mentions } from "./mentions.ts";

/** Names of what the engine would call for something that is hidden. */
export interface DerivedNames {
  /** Functions, operators and types, in lower case: who mentions one may have it called. */
  readonly called: ReadonlySet<string>;
  /** Types that no statement may name. */
  readonly types: ReadonlySet<string>;
  /** Those of them that the database adds, in lower case: the name of such a type can be called like a function. */
  readonly ownTypes: ReadonlySet<string>;
}

/**
 * What is made of something denied or masked (views, computed columns, functions, types whose values call such functions) goes as well, through
 * any number of steps. Catalogs count as hidden: they name what is denied, and statistics in them hold its values.
 * @throws FuxiError `configuration-invalid` where the engine may call a function that reads what is hidden for any statement
 */
export function denyDerived(
  drafts: readonly Draft[],
  definitions: readonly Definition[],
  privacy: PrivacyFacts | undefined,
): DerivedNames {
  const found: Found = { called: new Set(), types: new Set(), ownTypes: new Set(), written: new Set() };
  const draftNamed = new Map(drafts.map((draft) => [placeOf(draft.schema, draft.table.name), draft]));
  const namesCatalog = ({ names }: Mentions) => [...names].some((name) => privacy?.isCatalogTable(name));
  for (let changed = true; changed; ) {
    changed = false;
    for (const definition of definitions) {
      const { entry, mentions } = definition;
      // A function may have the name of a table.
      const own = isCallable(entry) ? undefined : draftNamed.get(placeOf(entry.schema, entry.name));
      if (entry.kind === "column") {
        changed = (own !== undefined && restrictComputed(own, definition, found)) || changed;
        continue;
      }
      if (isKnown(entry, own, found)) continue;
      const takes =
        callsOneOf(definition, found) ||
        (!isCalledUnseen(entry) &&
          (entry.mayReadAnything === true ||
            drafts.some((draft) => draft !== own && takesFrom(entry, mentions, draft)) ||
            namesCatalog(mentions)));
      if (takes) changed = restrict(entry, own, found, privacy) || changed;
    }
  }
  return found;
}

interface Found extends DerivedNames {
  readonly types: Set<string>;
  readonly ownTypes: Set<string>;
  readonly called: Set<string>;
  /** The engine's own types and those of a table's rows, under all their names: a function's text may write a cast to one. */
  readonly written: Set<string>;
}

function isCallable({ kind }: CatalogEntry): boolean {
  return kind === "function" || kind === "type" || kind === "row" || kind === "anywhere";
}

/** Their definitions name functions and nothing else. */
function isCalledUnseen({ kind }: CatalogEntry): boolean {
  return kind === "type" || kind === "row" || kind === "value" || kind === "anywhere";
}

function isKnown(entry: CatalogEntry, own: Draft | undefined, { called, types, written }: Found): boolean {
  const { kind, name, column } = entry;
  if (kind === "function") return called.has(name.toLowerCase());
  if (kind === "type") return types.has(name);
  if (kind === "row") return written.has(name.toLowerCase());
  if (kind === "value") {
    if (own === undefined || own.denied) return true;
    if (column === undefined) return own.rowsLoseType;
    return [own.deniedColumns, own.maskedColumns, own.readAs].some((columns) => columns.has(column));
  }
  return own?.denied === true || own?.allowedByName === true;
}

/** True when something was restricted that was not before. */
function restrict(
  { kind, name, schema, column, readAs }: CatalogEntry,
  own: Draft | undefined,
  found: Found,
  privacy: PrivacyFacts | undefined,
): boolean {
  if (kind === "anywhere") throw calledAnywhere(name);
  if (kind === "function") found.called.add(name.toLowerCase());
  else if (kind === "row") found.written.add(name.toLowerCase());
  else if (kind === "type") {
    found.types.add(name);
    const others = privacy?.otherNamesOfType?.(schema, name);
    for (const each of others ?? []) found.written.add(each);
    if (others === undefined) {
      found.ownTypes.add(name.toLowerCase());
      found.called.add(name.toLowerCase());
    }
  } else if (own === undefined) return false;
  else if (kind !== "value") own.denied = true;
  else if (column === undefined) own.rowsLoseType = true;
  else if (readAs === undefined) own.deniedColumns.add(column);
  else own.readAs.set(column, readAs);
  return true;
}

function calledAnywhere(what: string): FuxiError {
  return new FuxiError(
    "configuration-invalid",
    `The privacy rules cannot be held: the engine applies ${what} by itself, and its function may read what is hidden.`,
    {
      hint: "Make the cast explicit or drop it, have its function read nothing that is hidden, or connect as a role that may read only what is to be seen.",
    },
  );
}

const SIGN = /^[^\w"]+$/u;
/** BETWEEN, IN, CASE and USING call these without writing them. */
const COMPARISON = /^(?:=|<>|[<>]=?)$/u;

function callsOneOf({ entry, mentions: { names }, calls }: Definition, { called, written }: Found): boolean {
  if (calls !== undefined) return [...called].some((name) => calls.has(name));
  const text = entry.kind === "function" && !SIGN.test(entry.name) ? entry.definition : undefined;
  if (text !== undefined && [...written].some((name) => names.has(name))) return true;
  return [...called].some((name) => {
    if (names.has(name)) return true;
    // The text of a function may be one that the engine has not read yet.
    return text !== undefined && SIGN.test(name) && (COMPARISON.test(name) || text.includes(name));
  });
}

const placeOf = (schema: string, name: string): string => JSON.stringify([schema, name]);

/** True when something was restricted that was not before. */
function restrictComputed(own: Draft, definition: Definition, found: Found): boolean {
  const { column } = definition.entry;
  const { names } = definition.mentions;
  const computed = column === undefined ? own.table.columns.map(({ name }) => name) : [column];
  const calls = callsOneOf(definition, found);
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

/** The tables of its own schema something may name without it, and a function those of the schema in which it is called. */
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
