import type { ActContext } from "../../../environment/act-context.ts";
import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";
import { withRelations } from "../relations/services-with-relations.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { relevanceTo } from "../schema/question-relevance.ts";
import { clauseSlots } from "./clause-slots.ts";
import { codedColumns } from "./coded-columns.ts";
import { codedOffers, namedColumnOffers } from "./column-offers.ts";
import { dateOffers } from "./date-offers.ts";
import { knowledgeOffers } from "./knowledge-offers.ts";
import { membershipOffers } from "./membership-offers.ts";
import { bestOffers, type Offer } from "./offer.ts";
import { thoughtWish } from "./thought-wish.ts";
import { type Looking, valueOffers } from "./value-offers.ts";
import { wordsOfThought } from "./words-of-thought.ts";
import { writtenQuery } from "./written-query.ts";

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
  state: DatabaseState,
  { task, thought, limit }: PermittedHint,
  { context, ...working }: Working,
): Promise<readonly Permitted[]> {
  const { services } = withRelations(working, state.relations, context);
  const question = task?.question ?? state.question ?? "";
  const knowledge = task?.oracleKnowledge ?? "";
  const words = `${question}\n${knowledge}\n${thought ?? ""}`;
  const tables = nearestTables(words, services);
  const written = await queriesOf(environment, thought, { ...working, services, context });
  const slots = byWish([...written, ...clauseSlots(environment, state, tables, services)], thought);
  const looking = await lookingWithin(services, context);
  const offers = [
    ...(await knowledgeOffers(knowledge, looking)),
    ...(await valueOffers(question, looking)),
    ...lessSure(await valueOffers(knowledge, looking), 2),
    ...(thought === undefined
      ? []
      : lessSure(await valueOffers(wordsOfThought(thought), looking, "thought"), -0.5)),
    ...(thought === undefined ? [] : membershipOffers(thought, services)),
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
