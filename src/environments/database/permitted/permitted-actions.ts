import type { ActContext } from "../../../environment/act-context.ts";
import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import type { ClauseChecker } from "../check/create-clause-checker.ts";
import { isoDate, readDate } from "../check/date-pattern.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { relevanceTo } from "../schema/prune-schema.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { bestOffers, clauseSlots, type Offer, writtenQuery } from "./clause-slots.ts";
import { codedColumns, codedOffers, namedColumnOffers } from "./column-offers.ts";
import { type Looking, valueOffers } from "./value-offers.ts";

const DAY =
  /\b(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{L}{3,9}\.?,? \d{4})\b/gu;

/** Lookups of the days that a text names, in the form in which most databases keep them (`2019-10-08`). */
function dateOffers(text: string): readonly Offer[] {
  return [...text.matchAll(DAY)].flatMap(([written]) => {
    const [reading] = readDate(written.replace(/(?<=\d)(?:st|nd|rd|th)|(?<= )of |,(?= \d{4}$)/gu, ""));
    if (reading === undefined) return [];
    const value = isoDate(reading.date);
    return [{ tool: "find_columns_containing_value_fuzzy", arguments: { value }, worth: 6 }];
  });
}

/** Words by which a thought says which tool comes next. */
const WISHES: Readonly<Record<string, RegExp>> = {
  from: /\bfrom\b|\bjoin(?:s|ed|ing)?\b|\btables?\b/iu,
  where: /\bwhere\b|\bfilter(?:s|ed|ing)?\b|\bconditions?\b|\brestrict/iu,
  select: /\bselect(?:s|ed|ing)?\b|\breturn\b|\bcolumns? to show\b/iu,
  group_by: /\bgroup(?:s|ed|ing)?\b|\bfor each\b|\bper\b/iu,
  having: /\bhaving\b/iu,
  order_by: /\border(?:s|ed|ing)?\b|\bsort(?:s|ed|ing)?\b|\blimit\b|\btop\b|\bhighest\b|\blowest\b/iu,
  check_query: /\bcheck(?:s|ed|ing)?\b|\bwhole query\b|\bfull query\b|\bverify\b/iu,
  search_by_SQL: /\bsearch_by_SQL\b|\brun a query\b|\bexplore\b/iu,
  find_columns_containing_value: /\bwhich columns?\b|\bfind\b|\blook (?:up|for)\b|\bcontains?\b|\bstored\b/iu,
  find_columns_containing_value_fuzzy:
    /\bwhich columns?\b|\bfind\b|\blook (?:up|for)\b|\bsimilar\b|\bspell/iu,
  get_distinct_values: /\bdistinct\b|\bvalues\b|\bcodes?\b|\bpossible\b/iu,
  is_value_in_column: /\bwhether\b|\bexists?\b|\bis there\b/iu,
  get_date_format: /\bdates?\b|\bformats?\b/iu,
  describe_tables: /\bdescribe\b|\bschema\b|\bstructure\b/iu,
  use_values:
    /\breference|\buse_values\b|\bhand(?:ed|ing)? over\b|[\w-]+:(?:#\d|draft\b)|\bvalues? (?:of|from) the (?:other|knowledge)/iu,
  find_join_path: /\bjoin(?:s|ed)?\b|\bconnect|\bforeign keys?\b|\brelat/iu,
};

/** How much a thought asks for a tool: 3 where it names it, 1.5 where its words fit, 0 else. */
function thoughtWish(thought: string | undefined, tool: string): number {
  if (thought === undefined) return 0;
  if (new RegExp(`\\b${tool}\\b(?=\\s*\\(|\\s+tool\\b|[\`"'])|[\`"']${tool}\\b`, "u").test(thought)) return 3;
  if (tool.includes("_") && thought.toLowerCase().includes(tool.toLowerCase())) return 3;
  return WISHES[tool]?.test(thought) ? 1.5 : 0;
}

/** Where a thought goes over into a query: from its first keyword to the end of the line. Keywords in small letters are mostly words of a sentence. */
const QUERY =
  /\b(?:SELECT|WITH|FROM|(?:LEFT |RIGHT |INNER |OUTER |CROSS |FULL )*JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION)\b[^\n]*/gu;
const CODE = /```[^`]*(?:```|$)|`[^`\n]*`/gu;
/** A tool's name and what stands in its brackets. */
const CALL = /\b[a-z]\w*_\w+(?:\s*\([^()\n]*\))?/giu;
const LITERAL = /'(?:[^'\n]|'')*'|"[^"\n]*"/gu;

/** What a thought says, without its queries and calls: of those only what stands in quotes may name a value. */
function wordsOfThought(thought: string): string {
  const literals = (code: string): string => ` ${(code.match(LITERAL) ?? []).join(" ; ")} `;
  return thought.replace(CODE, literals).replace(QUERY, literals).replace(CALL, literals);
}

type Permitted = PermittedAction | PermittedSlot;

interface Working {
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
}

/** Share of an action's time after which nothing more is looked up, and spans are offered unseen. */
const SHARE = 0.2;
/** Of a wide schema only the tables nearest to the words are looked at. */
const MOST_TABLES = 40;

/**
 * What can work now (docs/decisions/decoupled.md): the clause tools whose prerequisites hold as slots, and
 * a query that the thought holds whole, and lookups of what the words of task and thought name, the ones most likely to be needed first. The
 * slots always fit in; of the lookups the best fill the rest of the list.
 */
export async function permittedActions(
  environment: string,
  { state, services, checker, context }: ToolCall,
  { task, thought, limit }: PermittedHint,
): Promise<readonly Permitted[]> {
  const question = task?.question ?? state.question ?? "";
  const knowledge = task?.oracleKnowledge ?? "";
  const words = `${question}\n${knowledge}\n${thought ?? ""}`;
  const tables = nearestTables(words, services);
  const written = await queriesOf(environment, thought, { services, checker, context });
  const slots = byWish([...written, ...clauseSlots(environment, state, tables, services)], thought);
  const looking = await lookingWithin(services, context);
  const offers = [
    ...(await valueOffers(question, looking)),
    ...(await valueOffers(knowledge, looking)),
    ...(thought === undefined
      ? []
      : lessSure(await valueOffers(wordsOfThought(thought), looking, "thought"), -0.5)),
    ...dateOffers(words),
    ...codedOffers(words, await codedColumns(tables, services, context)),
    ...namedColumnOffers(words, tables),
    ...tableOffers(words, tables),
  ].map((offer) => ({ ...offer, worth: offer.worth + thoughtWish(thought, offer.tool) }));
  const chosen = bestOffers(offers, Math.max(0, limit - slots.length));
  return [...slots, ...chosen.map((offer) => permitted(environment, offer))].slice(0, limit);
}

/** A query that the thought holds whole is offered as it stands, beside the slot for another. */
async function queriesOf(
  environment: string,
  thought: string | undefined,
  working: Working,
): Promise<readonly PermittedAction[]> {
  const query = thought === undefined ? undefined : await writtenQuery(thought, working);
  if (query === undefined) return [];
  // The thought stands above the list: a query of some length would be cut off where it begins to tell.
  return ["check_query", "search_by_SQL"].map((tool) => ({
    ...permitted(environment, { tool, arguments: { query } }),
    label: `${tool}(the query as the thought has it)`,
  }));
}

function permitted(environment: string, { tool, arguments: args }: Omit<Offer, "worth">): PermittedAction {
  const label = `${tool}(${Object.values(args).map(String).join(", ")})`;
  return { type: "action", action: { environment, tool, arguments: args }, label };
}

function byWish(slots: readonly Permitted[], thought: string | undefined): readonly Permitted[] {
  const wish = (each: Permitted) => thoughtWish(thought, each.type === "slot" ? each.tool : each.action.tool);
  return slots.toSorted((a, b) => wish(b) - wish(a));
}

function lessSure(offers: readonly Offer[], by: number): readonly Offer[] {
  return offers.map((offer) => ({ ...offer, worth: offer.worth - by }));
}

function nearestTables(words: string, { schema }: DatabaseServices): readonly TableSchema[] {
  const relevance = relevanceTo(words);
  const score = (table: TableSchema) =>
    2 * relevance.score(table.name) + Math.max(0, ...table.columns.map(({ name }) => relevance.score(name)));
  return schema.tables
    .map((table) => ({ table, score: score(table) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_TABLES)
    .map(({ table }) => table);
}

/** Ways to join the tables that the words name, and what is in them. */
function tableOffers(words: string, tables: readonly TableSchema[]): readonly Offer[] {
  const relevance = relevanceTo(words);
  const named = tables.filter(({ name }) => relevance.score(name) >= 0.8).map(({ name }) => name);
  const near = (named.length > 0 ? named : tables.map(({ name }) => name)).slice(0, 3);
  return [
    ...(named.length > 1
      ? [{ tool: "find_join_path", arguments: { tables: named.slice(0, 4) }, worth: 4 }]
      : []),
    ...(near.length > 0 ? [{ tool: "describe_tables", arguments: { tables: near }, worth: 3.5 }] : []),
  ];
}

/**
 * Lookups that end after their share of the time. An index that is built when it is first needed is waited for once, by a lookup; where it is
 * not complete then, as on a server that is written to all the time, each lookup would scan: what was read last has to do.
 */
async function lookingWithin(services: DatabaseServices, context: ActContext): Promise<Looking> {
  const { signal, limits } = context;
  const end = Date.now() + limits.milliseconds * SHARE;
  if (!services.index.state().complete) await services.index.findFuzzy("a", { limit: 1, signal });
  const canLook = () => Date.now() < end;
  return services.index.state().complete
    ? { services, signal, canLook }
    : { services, signal, canLook, asLastRead: true };
}
