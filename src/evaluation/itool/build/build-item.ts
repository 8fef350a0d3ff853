import { FuxiError } from "../../../errors/fuxi-error.ts";
import { mulberry32 } from "../../../util/mulberry32.ts";
import { followSolution, itoolGold } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";
import type { BuildEntry } from "./build-entry.ts";
import type { ItoolKind, Made, Stage, StageContext } from "./builder-stage.ts";
import { usesName } from "./look-up-name.ts";
import { makeMissing } from "./make-missing.ts";
import { makeProblematic } from "./make-problematic.ts";
import { makeSeveralMeanings } from "./make-several-meanings.ts";
import { makeUnclear } from "./make-unclear.ts";
import { makeUnsupported } from "./make-unsupported.ts";
import { withName } from "./with-name.ts";

const STAGES: Readonly<Record<ItoolKind, Stage>> = {
  missing: makeMissing,
  unclear: makeUnclear,
  problematic: makeProblematic,
  "several-meanings": makeSeveralMeanings,
  unsupported: makeUnsupported,
};

/** The first and two more. */
const MOST_TRIES = 3;

export type BuilderContext = Omit<StageContext, "random" | "problems"> & { readonly seed: number };

/**
 * Makes one kind of one clear item. What a check rejects is told to the model, which tries again at most twice; then there is no item.
 * @throws FuxiError where no try can mend it: of the model, of the API's server, `cancelled`
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

/** What keeps every try from coming to something. */
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

/** What the API or a solution says against one try; anything else ends the build. */
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
