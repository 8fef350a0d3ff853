import type { ActContext } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { Json } from "../../../util/json.ts";
import { mulberry32 } from "../../../util/mulberry32.ts";
import { askFormOf } from "../../construction/ask-form.ts";
import { callThroughEnvironment } from "../call-through-environment.ts";
import { followSolution, itoolGold, withNameIn } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";
import type { BuildEntry } from "./build-journal.ts";
import type { ItoolKind } from "./itool-kinds.ts";

import { type Made, STAGES, type StageContext, usesName } from "./make-kinds.ts";

const SHORTEST_NAME = 3;

/**
 * The clear item with its name as `intended`, and with `{intended}` in place of the name in solution and answer, so that other names can be inserted.
 * If the item has no `intended`, the name is the longest text argument of the solution that the query contains. Without one, the item is unchanged.
 */
export function withName(source: ItoolItem): ItoolItem {
  const { query, solution, answer } = source;
  const intended =
    source.intended !== ""
      ? source.intended
      : solution
          .flatMap((step) => Object.values(step.arguments))
          .filter((value): value is string => typeof value === "string" && !value.startsWith("="))
          .filter((text) => text.length >= SHORTEST_NAME && query.toLowerCase().includes(text.toLowerCase()))
          .sort((one, other) => other.length - one.length)[0];
  if (intended === undefined) return source;
  return {
    ...source,
    intended,
    solution: solution.map((step) => ({
      ...step,
      arguments: opened(step.arguments as Json, intended) as typeof step.arguments,
    })),
    answer: openedText(answer, intended),
  };
}

function opened(value: Json, name: string): Json {
  if (typeof value === "string") return value === name ? "{intended}" : openedText(value, name);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => opened(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each ?? null, name)]));
}

/** Replaces the quoted name in an expression. Unquoted, its words may mean something else. */
function openedText(text: string, name: string): string {
  if (!text.startsWith("=")) return text;
  const escaped = withNameIn("{intended}", name);
  return [escaped, name].reduce(
    (changed, form) =>
      changed.replaceAll(`'${form}'`, "'{intended}'").replaceAll(`"${form}"`, "'{intended}'"),
    text,
  );
}

/** The first and two more. */
const MOST_TRIES = 3;

export type BuilderContext = Omit<StageContext, "random" | "problems"> & { readonly seed: number };

/**
 * Makes an item of one kind from a clear item. The model learns why a check failed, and tries again at most twice.
 * @throws FuxiError if another try would fail, too: of the model, of the API's server, `cancelled`
 */
export async function buildItem(
  clear: ItoolItem,
  kind: ItoolKind,
  { seed, ...context }: BuilderContext,
): Promise<BuildEntry> {
  const source = withName(clear);
  const unfit = await unfitFor(source, kind, context);
  if (unfit !== undefined) return { source: source.id, kind, notes: [], rejected: [unfit] };
  const rejected: string[] = [];
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const random = mulberry32(seedOf(`${seed} ${source.id} ${kind} ${tried}`));
    const made = await orProblem(() => STAGES[kind](source, { ...context, random, problems: rejected }));
    const checked = made.item === undefined ? made : await withGold(made.item, made.notes, context);
    if ("entry" in checked) return { source: source.id, kind, ...checked.entry, rejected };
    rejected.push(checked.problem);
  }
  return { source: source.id, kind, notes: [], rejected };
}

/** Why every try would fail. Undefined if the item is suitable. */
async function unfitFor(
  source: ItoolItem,
  kind: ItoolKind,
  { call }: Pick<StageContext, "call">,
): Promise<string | undefined> {
  if (source.solution.length === 0 || source.answer === "")
    return "The clear item has no solution and answer.";
  if (kind !== "unsupported") {
    if (source.intended === "") return "The clear query has no name that its solution searches by.";
    if (!source.query.toLowerCase().includes(source.intended.toLowerCase()))
      return `"${source.intended}" does not stand in the clear query.`;
    if (!usesName(source)) return 'The solution does not find the name: it has no "{intended}".';
  }
  const computed = await orProblem(async () => ({ answer: await followSolution(source, call) }));
  return "problem" in computed ? `The solution does not compute its answer: ${computed.problem}` : undefined;
}

async function withGold(
  item: ItoolItem,
  notes: readonly string[],
  { call }: Pick<StageContext, "call">,
): Promise<
  { readonly entry: Pick<BuildEntry, "item" | "needsQuestion" | "notes"> } | { readonly problem: string }
> {
  const gold = await orProblem(async () => ({ gold: await itoolGold(item, call) }));
  if ("problem" in gold) return { problem: `The solution computes no answer any more: ${gold.problem}` };
  const { needsQuestion } = gold.gold;
  const same =
    !needsQuestion && (item.category === "unclear" || item.category === "several-meanings")
      ? ["Every understanding found has the same answer: no question is needed."]
      : [];
  return { entry: { item, needsQuestion, notes: [...notes, ...same] } };
}

/** Turns errors of the API or the solution into a problem of the try. Other errors end the build. */
async function orProblem<T extends object>(
  attempt: () => Promise<T>,
): Promise<T | Extract<Made, { problem: string }>> {
  try {
    return await attempt();
  } catch (error) {
    if (FuxiError.isInstance(error) && (error.code === "data-invalid" || error.code === "engine-error"))
      return { problem: error.message };
    throw error;
  }
}

/** FNV-1a. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Clear items, kinds to make, model and API of a build. */
export interface BuildItoolOptions {
  /** Items of a set; those of the category `clear` are made unclear. */
  readonly items: readonly ItoolItem[];
  /** Kinds of unclear queries to be made. */
  readonly kinds: readonly ItoolKind[];
  /** Writes the queries. Asked again if a check fails. */
  readonly model: LanguageModel;
  /** An API. */
  readonly environment: Environment;
  /** For the calls of the solutions. */
  readonly act: ActContext;
  /** Random seed of the misspellings that code makes. */
  readonly seed: number;
  /** Earlier entries, which are not made again. */
  readonly done?: readonly BuildEntry[];
  /** Called with each entry as it is made, before the next is begun. */
  readonly onEntry?: (entry: BuildEntry) => void;
  /** One line, and the share that is done, 0 to 1. */
  readonly onProgress?: (text: string, share: number) => void;
  /** One line about something the model call did on its own: a retry, a setting left out. */
  readonly onNotice?: (notice: string) => void;
}

/**
 * Makes unclear queries from clear ones (Query when need, Chapter 4): a model writes, code checks. All entries, those made before too, by item
 * and kind.
 *
 * @throws FuxiError `data-invalid` without clear items, `target-not-supported` for an environment that is no API, `cancelled`, and of the model and the
 * API where no further try can mend it
 */
export async function buildItool(options: BuildItoolOptions): Promise<readonly BuildEntry[]> {
  const { kinds, environment, act, done = [] } = options;
  const clear = options.items.filter(({ category }) => category === "clear");
  if (clear.length === 0)
    throw new FuxiError("data-invalid", "There is no clear item in the set.", {
      hint: 'Unclear items are made from those of the category "clear".',
    });
  const api = environment.capabilities.api;
  if (api === undefined) throw new FuxiError("target-not-supported", `"${environment.id}" is no API.`);
  const context = {
    ask: askFormOf(options),
    call: callThroughEnvironment(environment, act),
    operations: api.operations,
    search: (text: string, limit: number) => api.search(text, limit),
    seed: options.seed,
  };
  const wanted = clear.flatMap((source) => kinds.map((kind) => ({ source, kind })));
  const entries: BuildEntry[] = [];
  for (const [at, { source, kind }] of wanted.entries()) {
    if (act.signal.aborted) throw new FuxiError("cancelled", "The build was cancelled.");
    const before = done.find((entry) => entry.source === source.id && entry.kind === kind);
    const entry = before ?? (await buildItem(source, kind, context));
    entries.push(entry);
    if (before === undefined) options.onEntry?.(entry);
    options.onProgress?.(`${at + 1} of ${wanted.length}: ${source.id}, ${kind}`, (at + 1) / wanted.length);
  }
  return entries;
}
