import type { ActContext } from "../../../environment/act-context.ts";
import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { MONTHS } from "../../../util/month-names.ts";
import type { ClauseChecker } from "../check/create-clause-checker.ts";
import { isCalendarDate, isoDate, monthNumber } from "../check/date-pattern.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";
import { readWords } from "../heuristics/question/read-words.ts";
import { withRelations } from "../relations/services-with-relations.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { relevanceTo } from "../schema/question-relevance.ts";
import { bestOffers, clauseSlots, type Offer, writtenQuery } from "./clause-slots.ts";
import { codedColumns, codedOffers, namedColumnOffers } from "./column-offers.ts";
import { type Looking, membershipOffers, valueOffers } from "./value-offers.ts";

/** A value that the oracle knowledge writes down, and the columns that it names for it. */
interface KnowledgeValue {
  readonly value: string;
  readonly columns: readonly { readonly table: TableSchema; readonly column: ColumnSchema }[];
}

const OPERATOR = /(?:[=<>]=?|!\s?=|<>|\bLIKE\b|\bBETWEEN\b|\bIN\s?\()\s*$/iu;
/** `type = Meeting`, `alignment = Very Bad`: what stands behind the sign up to where something else begins. */
const UNQUOTED =
  /([\p{L}\p{N}_.`" ]+?)\s*(?:==?|!\s?=|<>)\s*(?!['"‘’“”`])([\p{L}\p{N}+#-][\p{L}\p{N}+#/' -]*?)(?=\s*(?:[;,.)]|$|\b(?:and|or|where|then|means?|refers?|in|from)\b))/giu;
const MOST_VALUES = 24;
const MOST_COLUMNS = 3;

/**
 * What the knowledge given with a question says in so many words: `Virtual = 'F'`, `refers to bond_id = '#'`, `BETWEEN 'a' AND 'b'`,
 * `status = Closed`. All quoted text counts, also where no column is named for it.
 */
export function knowledgeValues(
  knowledge: string,
  services: Pick<DatabaseServices, "schema">,
): readonly KnowledgeValue[] {
  const found = new Map<string, KnowledgeValue>();
  const add = (value: string, before: string) => {
    const columns = columnsNamedAtEnd(before, services);
    const kept = found.get(value);
    if (value.trim() !== "" && (kept === undefined || kept.columns.length === 0))
      found.set(value, { value, columns });
  };
  let operator = "";
  for (const word of readWords(knowledge)) {
    if (word.kind !== "quoted") continue;
    const before = knowledge.slice(0, word.start).replace(/["'“”‘’`]+$/u, "");
    if (OPERATOR.test(before)) operator = before.replace(OPERATOR, "");
    // The second bound of BETWEEN and the further members of a list belong to the column before the first.
    const listed = OPERATOR.test(before) || /(?:,|\b(?:and|or))\s*$/iu.test(before);
    add(knowledge.slice(word.start, word.end), listed ? operator : "");
  }
  for (const [, before = "", value = ""] of knowledge.matchAll(UNQUOTED)) {
    if (!/^(?:null|not|max|min|sum|avg|count)\b/iu.test(value)) add(value.trim(), before);
  }
  return [...found.values()].slice(0, MOST_VALUES);
}

/** The columns whose name, in any case and with or without its table, ends the text. */
function columnsNamedAtEnd(
  text: string,
  { schema }: Pick<DatabaseServices, "schema">,
): KnowledgeValue["columns"] {
  const written = folded(text);
  const all = schema.tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  const named = all.filter(({ column }) => endsWithName(written, folded(column.name)));
  const longest = Math.max(0, ...named.map(({ column }) => column.name.length));
  const best = named.filter(({ column }) => column.name.length === longest);
  const withTable = best.filter(({ table, column }) =>
    endsWithName(written, `${folded(table.name)} ${folded(column.name)}`),
  );
  return (withTable.length > 0 ? withTable : best).slice(0, MOST_COLUMNS);
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[._`"[\]\s]+/gu, " ")
    .trim();
}

function endsWithName(text: string, name: string): boolean {
  return text.endsWith(name) && !/[\p{L}\p{N}]/u.test(text.at(-name.length - 1) ?? " ");
}

const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})\\.?`;
const WRITTEN = [
  { pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/gu, order: ["year", "month", "day"] },
  { pattern: /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/gu, order: ["month", "day", "year"] },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "giu"),
    order: ["month", "day", "year"],
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})\\b`, "giu"),
    order: ["day", "month", "year"],
  },
] as const;

/** Lookups of the days that a text names, in the form in which most databases keep them (`2019-10-08`). */
function dateOffers(text: string): readonly Offer[] {
  return WRITTEN.flatMap(({ pattern, order }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const part = (name: "year" | "month" | "day") => match[order.indexOf(name as never) + 1] ?? "";
      const month = monthNumber(part("month")) ?? Number(part("month"));
      const [year, day] = [Number(part("year")), Number(part("day"))];
      // 23/2 is a day and a month, whatever the order in which they are usually written.
      const swapped = month > 12 && day <= 12;
      const date = { year, month: swapped ? day : month, day: swapped ? month : day };
      if (!isCalendarDate(date)) return [];
      return [{ tool: "find_columns_containing_value_fuzzy", arguments: { value: isoDate(date) }, worth: 6 }];
    }),
  );
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

/** A value this short, or a number, stands in many columns: the one that is named is asked. */
const TELLS_LITTLE = /^(?:.{1,2}|[\d.,]+)$/su;

/** Lookups of the values that the oracle knowledge writes down, each as it is written there. */
async function knowledgeOffers(knowledge: string, looking: Looking): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  for (const [at, { value, columns }] of knowledgeValues(knowledge, looking.services).entries()) {
    const worth = 9.5 - at * 0.05;
    const inColumns = columns.map(({ table, column }) => ({
      tool: "is_value_in_column",
      arguments: { table: table.name, column: column.name, value },
      worth: TELLS_LITTLE.test(value) ? worth : 3,
    }));
    const inner = value.replace(/^[%_]+|(?<!\d)[%_]+$/gu, "");
    if (inner.trim() === "") continue;
    if (inner === value)
      offers.push({ tool: "find_columns_containing_value", arguments: { value }, worth }, ...inColumns);
    else offers.push({ tool: "find_columns_containing_value_fuzzy", arguments: { value: inner }, worth });
  }
  return offers;
}

/** Where a thought goes over into a query: from its first keyword to the end of the line. Keywords in small letters are mostly words of a sentence. */
const QUERY =
  /\b(?:SELECT|WITH|FROM|(?:LEFT |RIGHT |INNER |OUTER |CROSS |FULL )*JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION)\b[^\n]*/gu;
const CODE = /```[^`]*(?:```|$)|`[^`\n]*`/gu;
/** A tool's name and what stands in its brackets. */
const CALL = /\b[a-z]\w*_\w+(?:\s*\([^()\n]*\))?/giu;
const LITERAL = /'(?:[^'\n]|'')*'|"[^"\n]*"/gu;

/** What a thought says, without its queries and calls: of those only what stands in quotes may name a value. */
export function wordsOfThought(thought: string): string {
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
