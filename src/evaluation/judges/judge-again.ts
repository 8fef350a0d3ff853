import type { Principal } from "../../environment/principal.ts";
import { addUsage, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { WorkStore } from "../../work-list/work-store.ts";
import { type Judging, judgingMetaId } from "./judging.ts";
import { metaReviewItem, reviewItem } from "./review-run.ts";
import { SUB_TASKS } from "./sub-task.ts";

/** Verdicts that were kept, by the names of their items. */
export type KeptVerdicts = ReadonlyMap<string, JsonObject>;

/**
 * Takes back the verdicts of a judging that could not be read, so that they are asked for once more; and meta-reviews that were not asked for since none
 * of their reviews could be read. Meta-reviews with a verdict stay, also where more reviews are readable now. What the replies taken back had cost, by item.
 * @throws FuxiError of the store
 */
export async function judgeAgain(
  { work, principal }: { readonly work: Pick<WorkStore, "reopen">; readonly principal: Principal },
  id: string,
  judging: Judging,
  kept: { readonly first: KeptVerdicts; readonly metas: KeptVerdicts },
): Promise<ReadonlyMap<string, JsonObject>> {
  const first = malformedIn(kept.first);
  const metas = new Set([...malformedIn(kept.metas), ...unasked(judging, new Set(first), kept.metas)]);
  // The meta-reviews before their reviews: a process that is killed in between leaves none that nobody would ask for again.
  if (metas.size > 0) await work.reopen(judgingMetaId(id), principal, [...metas]);
  if (first.length > 0) await work.reopen(id, principal, first);
  const all = new Map([...kept.first, ...kept.metas]);
  return new Map([...first, ...metas].flatMap((item) => [[item, all.get(item) ?? {}] as const]));
}

/** With what the reply that was taken back had cost, so that no cost is forgotten. */
export function withSpent(result: JsonObject, before: JsonObject | undefined): JsonObject {
  const [spent, now] = [usageIn(before), usageIn(result)];
  if (spent === undefined || now === undefined) return result;
  return { ...result, usage: { ...addUsage(spent, now) } };
}

const usageIn = (result: JsonObject | undefined) => result?.["usage"] as unknown as Usage | undefined;

const malformedIn = (kept: KeptVerdicts): readonly string[] =>
  [...kept].flatMap(([item, result]) => (result["type"] === "malformed" ? [item] : []));

function unasked(
  { items, reviewers, metaReviewers }: Judging,
  malformed: ReadonlySet<string>,
  metas: KeptVerdicts,
): readonly string[] {
  return items.flatMap((item) =>
    SUB_TASKS.flatMap((subTask) =>
      reviewers.some((_, at) => malformed.has(reviewItem(item, subTask, at)))
        ? metaReviewers
            .map((_, at) => metaReviewItem(item, subTask, at))
            .filter((name) => metas.get(name)?.["type"] === "absent")
        : [],
    ),
  );
}
