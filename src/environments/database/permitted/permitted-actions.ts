import type { Action } from "../../../environment/action.ts";
import type { PermittedHint } from "../../../environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { DatabaseServices } from "../database-services.ts";
import { databaseTools } from "../database-tools.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { relevanceTo, spansOf } from "../schema/question-words.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { namedColumn, namedTable } from "../tools/named-column.ts";
import { clauseSlots } from "./clause-slots.ts";

/** A navigational action that may be useful, before the list is cut. */
export interface Offer {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** 0 to 10: how likely it shows what a query for the task needs. */
  readonly worth: number;
}

/** The best offers, without duplicates of tool and arguments (ignoring case). */
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

/** Words by which a thought says which tool comes next. */
export const TOOL_WORDS: Readonly<Record<string, RegExp>> = {
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
  return TOOL_WORDS[tool]?.test(thought) ? 1.5 : 0;
}

/** A query within a thought: from its first keyword to the end of the line. Keywords in small letters are mostly words of a sentence. */
const QUERY =
  /\b(?:SELECT|WITH|FROM|(?:LEFT |RIGHT |INNER |OUTER |CROSS |FULL )*JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION)\b[^\n]*/gu;
const CODE = /```[^`]*(?:```|$)|`[^`\n]*`/gu;
/** A tool's name and its arguments in brackets. */
const CALL = /\b[a-z]\w*_\w+(?:\s*\([^()\n]*\))?/giu;
const LITERAL = /'(?:[^'\n]|'')*'|"[^"\n]*"/gu;

/** The words of a thought, without its queries and calls, of which only the quoted texts stay, as these may name a value. */
function wordsOfThought(thought: string): string {
  const literals = (code: string): string => ` ${(code.match(LITERAL) ?? []).join(" ; ")} `;
  return thought.replace(CODE, literals).replace(QUERY, literals).replace(CALL, literals);
}

/** A quoted text. Quotes inside words do not count: `dog's`. */
const QUOTED = /(?<![\p{L}\p{N}])["“'‘]([^"“”'‘’]{1,60})["”'’](?![\p{L}\p{N}])/gu;
/** False for what stands between two quoted texts, and for patterns. */
const isValue = (text: string): boolean => /^[\p{L}\p{N}](?:.*\S)?$/su.test(text);
/** Least score of a value that counts as the named one, except for case or number. */
const SAME = 0.94;

/**
 * Lookups for phrases of a text that name a cell value, or nearly so. In a thought (`isThought`), most words are about the next step, so a
 * single word that is neither quoted nor a name does not count.
 */
async function valueOffers(
  text: string,
  { services, signal, canLook, asLastRead }: Looking,
  isThought = false,
): Promise<readonly Offer[]> {
  const quoted = new Set([...text.matchAll(QUOTED)].map(([, inner = ""]) => inner));
  const offers: Offer[] = [];
  const found: string[] = [];
  for (const span of new Set([...quoted, ...spansOf(text)].filter(isValue))) {
    // The words of a value that was found say nothing on their own.
    if (found.some((whole) => whole !== span && ` ${whole} `.includes(` ${span} `))) continue;
    const before = text.slice(0, text.indexOf(span));
    const isName = /^\p{Lu}/u.test(span) && !/(?:^|[.?!:])\s*$/u.test(before);
    const isTelling = quoted.has(span) || isName || span.includes(" ");
    if (isThought && !isTelling) continue;
    const options = { limit: 1, signal, ...(asLastRead && { asLastRead }) };
    const [match] = canLook() ? (await services.index.findFuzzy(span, options)).matches : [];
    const near = match?.score ?? 0;
    if (match && near >= SAME) {
      found.push(span);
      const worth = isTelling ? 7 + span.split(" ").length / 2 : 4.5;
      offers.push({ tool: "find_columns_containing_value", arguments: { value: match.value }, worth });
    } else if (near > 0 || isTelling) {
      const worth = quoted.has(span) ? 8.5 : (isName ? 5.5 : 1.5) + 3 * near;
      offers.push({ tool: "find_columns_containing_value_fuzzy", arguments: { value: span }, worth });
    }
  }
  return offers;
}

/** Services and time limit for lookups. */
interface Looking {
  readonly services: DatabaseServices;
  readonly signal: AbortSignal;
  /** False when the time is over: then phrases are offered without a lookup. */
  readonly canLook: () => boolean;
  /** Where the data change all the time, offers use the last read data; a tool called with an offer asks the database. */
  readonly asLastRead?: true;
}

const DATED_WORDS =
  /\b(?:when|dates?|days?|months?|years?|before|after|since|until|recent|latest|earliest|oldest|youngest|born|(?:19|20)\d\d|\d+[-/.]\d+[-/.]\d+)\b/iu;

/** The values of text columns, and the form of dates, where the words name the column or its table. */
function columnOffers(words: string, tables: readonly TableSchema[]): readonly Offer[] {
  const relevance = relevanceTo(words);
  const isDated = DATED_WORDS.test(words);
  return tables.flatMap((table) =>
    table.columns.flatMap((column): readonly Offer[] => {
      const { name, description } = column;
      const named = Math.max(relevance.score(name), relevance.score(description?.name ?? ""));
      const near = named + 0.5 * relevance.score(table.name);
      const place = { table: table.name, column: name };
      if (column.masked || isIdentifier(table, column) || (near === 0 && !isDated)) return [];
      // A text column that the words name may hold dates.
      const dates = isDate(column) || (isDated && named >= 0.5 && column.affinity === "text");
      return [
        ...(dates ? [{ tool: "get_date_format", arguments: place, worth: (isDated ? 4 : 1) + near }] : []),
        ...(column.affinity === "text" && near > 0
          ? [{ tool: "get_distinct_values", arguments: place, worth: 2 + near }]
          : []),
      ];
    }),
  );
}

/** Where a table has more rows, the names of its rows are looked up rather than listed. */
const MOST_NAMES = 200;

/** True for keys, for references, and for the names of the rows of a large table: a list of them tells nothing, and they hold no dates. */
function isIdentifier(table: TableSchema, column: ColumnSchema): boolean {
  const { name, primaryKeyPosition, unique = false, uniqueInData = false } = column;
  const links = [...table.foreignKeys, ...(table.linksInData ?? [])];
  const isLarge = (table.rowCount?.value ?? 0) > MOST_NAMES;
  const isNamed = isLarge && (namingColumns(table).includes(column) || /name$/iu.test(name));
  const isKey = primaryKeyPosition !== undefined || unique || uniqueInData;
  return isNamed || isKey || links.some(({ columns }) => columns.includes(name));
}

function isDate({ affinity, name, declaredType }: ColumnSchema): boolean {
  if (affinity === "date" || affinity === "datetime") return true;
  const isNumber = affinity === "integer" || affinity === "real";
  return !isNumber && /date|time|day\b|year|month/iu.test(`${declaredType} ${name}`);
}

/** Above the worth of whatever is guessed. */
const WRITTEN = 100;
const LOOKUPS: ReadonlySet<string> = new Set(
  databaseTools.flatMap(({ tool }) => (tool.group === "navigational" ? [tool.name] : [])),
);

/** The written lookups whose tables and columns exist. What is written of a draft fills its slot, if that is permitted. */
function writtenOffers(written: readonly Action[], services: DatabaseServices): readonly Offer[] {
  const canWork = (given: JsonObject): boolean =>
    Object.values(given).every((each) => each !== "") && namesExist(given);
  const namesExist = ({ table, column, tables = [] }: JsonObject): boolean =>
    [tables].flat().every((name) => namedTable(services, String(name)).failure === undefined) &&
    (table === undefined || namedColumn(services, String(table), String(column)).failure === undefined);
  return written
    .filter(({ tool, arguments: given }) => LOOKUPS.has(tool) && canWork(given))
    .map(({ tool, arguments: given }) => ({ tool, arguments: given, worth: WRITTEN }));
}

type Permitted = PermittedAction | PermittedSlot;

/** Share of an action's time after which lookups end, and phrases are offered without one. */
const SHARE = 0.2;
/** Most tables that are considered, those nearest to the words. */
const MOST_TABLES = 40;

/**
 * The permitted actions (docs/decisions/decoupled.md): the clause tools whose prerequisites hold as slots, the written lookups, and
 * lookups of what the words of task and thought name, the ones most likely to be needed first. The
 * slots always fit in; of the lookups the best fill the rest of the list.
 */
export async function permittedActions(
  environment: string,
  { state, services, context }: ToolCall,
  { task, thought, written = [], limit }: PermittedHint,
): Promise<readonly Permitted[]> {
  const question = task?.question ?? state.question ?? "";
  const knowledge = task?.oracleKnowledge ?? "";
  const words = `${question}\n${knowledge}\n${thought ?? ""}`;
  const tables = nearestTables(words, services);
  const slots = byWish(clauseSlots(environment, state, tables, services), thought);
  const looking = await lookingWithin({ services, context });
  const offers = [
    ...writtenOffers(written, services),
    ...(await valueOffers(question, looking)),
    ...(await valueOffers(knowledge, looking)),
    ...(thought === undefined ? [] : await valueOffers(wordsOfThought(thought), looking, true)),
    ...columnOffers(words, tables),
    ...tableOffers(words, tables),
  ].map((offer) => ({ ...offer, worth: offer.worth + thoughtWish(thought, offer.tool) }));
  const chosen = bestOffers(offers, Math.max(0, limit - slots.length));
  return [...slots, ...chosen.map((offer) => permitted(environment, offer))].slice(0, limit);
}

function permitted(environment: string, { tool, arguments: args }: Omit<Offer, "worth">): PermittedAction {
  const label = `${tool}(${Object.values(args).map(String).join(", ")})`;
  return { type: "action", action: { environment, tool, arguments: args }, label };
}

function byWish(slots: readonly Permitted[], thought: string | undefined): readonly Permitted[] {
  const wish = (each: Permitted) => thoughtWish(thought, each.type === "slot" ? each.tool : each.action.tool);
  return slots.toSorted((a, b) => wish(b) - wish(a));
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

/** Offers to join the tables that the words name, and to describe them. */
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
 * Lookups that end after their share of the time. A first lookup waits for an index that is built on first use. If it is
 * still incomplete, as on a server with constant writes, each lookup would scan, so lookups use the last read data.
 */
async function lookingWithin({
  services,
  context,
}: Pick<ToolCall, "services" | "context">): Promise<Looking> {
  const { signal, limits } = context;
  const end = Date.now() + limits.milliseconds * SHARE;
  if (!services.index.state().complete) await services.index.findFuzzy("a", { limit: 1, signal });
  const canLook = () => Date.now() < end;
  return services.index.state().complete
    ? { services, signal, canLook }
    : { services, signal, canLook, asLastRead: true };
}
