import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { REFERENCE_FORMAT } from "../../../environment/references.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";
import { isComplete, refersToTable } from "../draft/assemble.ts";
import { type DraftCore, queryAt } from "../draft/draft.ts";
import { looksLikeQuery, queryText } from "../query-text.ts";
import { freeName } from "../relations/relation.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableTitle } from "../schema/find-table.ts";
import { linkCondition, tableLinks } from "../schema/table-links.ts";
import { readQuery } from "../sql/read-query.ts";
import { clauseTools } from "../tools/clause-tools.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { refusal } from "../tools/run-query.ts";

const CODE = /```[a-z]*\s*([\s\S]*?)(?:```|$)|`([^`]+)`/giu;
/** In small letters these are mostly words of a sentence. */
const BEGINNING = /\b(?:SELECT|WITH)\b/u;
/** Where a query that stands among sentences may be over. */
const ENDS = [/$/u, /\n\s*\n/u, /\n/u, /[.;:]\s+(?=\p{Lu})/u, /\.\s*$/u];

/** The one query that a thought holds whole, if the engine takes it: nobody has to write it again. Undefined where there is none or several. */
export async function writtenQuery(
  thought: string,
  working: Pick<ToolCall, "services" | "checker" | "context">,
): Promise<string | undefined> {
  const { driver } = working.services;
  const { lexical } = driver.dialect;
  const texts = candidates(thought, (text) => looksLikeQuery(text, lexical));
  const queries = texts.flatMap((text) => {
    const query = queryText(text, lexical);
    return query === undefined || readQuery(query, lexical) === undefined ? [] : [query];
  });
  for (const query of new Set(queries)) {
    if (refusal(query, working) !== undefined) continue;
    if (await compiles(query, working)) return query;
  }
  return undefined;
}

/** What is marked as code, or else what follows the first keyword, the longest first. */
function candidates(thought: string, isQuery: (text: string) => boolean): readonly string[] {
  const marked = [...thought.matchAll(CODE)].map(([, block, line]) => (block ?? line ?? "").trim());
  const queries = new Set(marked.filter(isQuery));
  if (queries.size > 0) return queries.size === 1 ? [...queries] : [];
  const start = BEGINNING.exec(thought)?.index;
  if (start === undefined) return [];
  const rest = thought.slice(start);
  return ENDS.map((end) => end.exec(rest)?.index ?? rest.length)
    .toSorted((a, b) => b - a)
    .filter((end) => !BEGINNING.test(rest.slice(end)))
    .map((end) => rest.slice(0, end));
}

async function compiles(
  query: string,
  { services, context }: Pick<ToolCall, "services" | "context">,
): Promise<boolean> {
  try {
    await services.driver.compile(query, context.signal);
    return true;
  } catch (error) {
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout"))
      return false;
    throw error;
  }
}

/** Characters of the names that the description of a slot lists. */
const MOST_CHARACTERS = 1000;
const MOST_JOIN_CHARACTERS = 400;

const SAYS: Readonly<Record<string, string>> = {
  from: "Tables with their joins (t JOIN u ON …), without FROM.",
  where: 'One condition or several, without WHERE; "" for none.',
  select: "Columns or expressions, without SELECT.",
  group_by: 'Columns or expressions, without GROUP BY; "" for none.',
  having: 'Conditions on aggregates, without HAVING; "" removes it.',
  order_by: 'Expressions with ASC or DESC, and LIMIT n, without ORDER BY; "" removes both.',
};

/** The tools whose text has to be written: those of the clauses whose prerequisites hold, and the whole query. */
export function clauseSlots(
  environment: string,
  { draft, relations = [] }: DatabaseState,
  near: readonly TableSchema[],
  services: Pick<DatabaseServices, "driver" | "schema">,
): readonly (PermittedSlot | PermittedAction)[] {
  const core = queryAt(draft, -1).cores[0] ?? {};
  const { lexical, sameIdentifier } = services.driver.dialect;
  const used = near.filter((table) => refersToTable(core, table.name, lexical, sameIdentifier));
  const columns = `Columns: ${columnList(used.length > 0 ? used : near)}`;
  const slot = (tool: string, argument: string, description: string): PermittedSlot => ({
    type: "slot",
    environment,
    tool,
    arguments: {},
    argument,
    constraint: { type: "string", description },
    label: `${tool}(…)`,
  });
  const tables = `Tables: ${columnList(near)}${joinList(near, services)}`;
  const clauses = clauseTools
    .filter(({ tool }) => tool.prerequisites.every((each) => core[each as keyof DraftCore] !== undefined))
    .map(({ tool: { name } }) => {
      const names = name === "from" ? tables : columns;
      return slot(name, `${name}_statement`, `${SAYS[name] ?? ""} ${names}`);
    });
  const whole = `One read-only query. ${tables}`;
  const action = { environment, tool: "check_query", arguments: { query: "" } };
  const check = { type: "action", action, label: "check_query(the draft)" } as const;
  return [
    ...clauses,
    slot("check_query", "query", whole),
    ...(isComplete(queryAt(draft, -1).cores) ? [check] : []),
    slot("search_by_SQL", "query", whole),
    // Shown only where there are other environments to take values from.
    {
      type: "slot",
      environment,
      tool: "use_values",
      arguments: { name: freeName("given", { services, draft, relations }) ?? "given" },
      argument: "values",
      constraint: { type: "string", format: REFERENCE_FORMAT },
      label: "use_values(…)",
    },
  ];
}

/** `film(id, title), person(id, name)`, as far as there is room. */
function columnList(tables: readonly TableSchema[]): string {
  let list = "";
  for (const [at, table] of tables.entries()) {
    const full = `${tableTitle(table)}(${table.columns.map((column) => column.name).join(", ")})`;
    if (list.length + full.length > MOST_CHARACTERS && at > 0) {
      const rest = tables.slice(at).map((table) => table.name);
      return `${list}; further tables: ${shortened(rest.join(", "), MOST_CHARACTERS / 2)}`;
    }
    list += `${at === 0 ? "" : "; "}${shortened(full, MOST_CHARACTERS)}`;
  }
  return list;
}

/** `; joins: film_genre.film_id = film.film_id, …`: the keys between the nearest of the tables. */
function joinList(
  tables: readonly TableSchema[],
  services: Pick<DatabaseServices, "driver" | "schema">,
): string {
  const place = (table: TableSchema) => tables.indexOf(table);
  const links = tableLinks(services)
    .filter(({ from, to }) => place(from) >= 0 && place(to) >= 0)
    .sort((a, b) => place(a.from) + place(a.to) - place(b.from) - place(b.to))
    .map((link) => linkCondition(link, (table, column) => `${table.name}.${column}`));
  return links.length === 0 ? "" : `; joins: ${shortened(links.join(", "), MOST_JOIN_CHARACTERS)}`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(",", most))}, …`;
}

/** A navigational action that may be of use, before the list is cut. */
export interface Offer {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** 0 to 10: how likely it shows what a query for the task needs. */
  readonly worth: number;
}

/** The best of the offers, each tool with the same arguments once (values count as the same but for case). */
export function bestOffers(offers: readonly Offer[], limit: number): readonly Offer[] {
  const seen = new Set<string>();
  return [...offers]
    .sort((a, b) => b.worth - a.worth)
    .filter((offer) => {
      const key = `${offer.tool} ${JSON.stringify(offer.arguments).toLowerCase()}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, limit);
}
