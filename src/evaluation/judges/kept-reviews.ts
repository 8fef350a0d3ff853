import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import type { WorkStore } from "../../work-list/work-store.ts";
import type { Scores } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { GRADE, MATCH } from "../scores/long-form/long-form-measures.ts";
import { outcomeOf } from "./judge-stored.ts";
import { type Judging, judgingMetaId, referenceItem } from "./judging.ts";
import type { ReferenceVerdict } from "./reference-judge.ts";
import { type ReviewRow, reviewRows } from "./review-table.ts";

/** What peer review of an evaluation came to. */
export interface KeptReviews {
  readonly judging: Judging;
  readonly rows: readonly ReviewRow[];
  /** What answers came to beside their references, by the names of items; empty where that was not asked for. */
  readonly verdicts: ReadonlyMap<string, Scores>;
  /** Items whose verdict beside the reference could not be read. */
  readonly malformed: ReadonlySet<string>;
}

const MOST_JUDGINGS = 1000;

/** The latest peer review of an evaluation, as far as it is kept; undefined where there is none. */
export async function keptReviews(
  work: Pick<WorkStore, "list" | "results">,
  run: { readonly id: string; readonly records: readonly ItemRecord[] },
  principal: Principal,
): Promise<KeptReviews | undefined> {
  const lists = await work.list({ principal, limit: MOST_JUDGINGS });
  const latest = lists.find(
    ({ id, manifest }) => manifest["run"] === run.id && !lists.some((each) => judgingMetaId(each.id) === id),
  );
  if (latest === undefined) return undefined;
  const judging = latest.manifest as unknown as Judging;
  const kept = new Map<string, JsonObject>();
  for (const list of [latest.id, judgingMetaId(latest.id)]) {
    for (const { item, result } of await resultsOf(work, list, principal)) kept.set(item, result);
  }
  const { instances } = outcomeOf(run.records, judging, kept);
  const said = run.records.flatMap(({ item }) => {
    const verdict = kept.get(referenceItem(item));
    return verdict === undefined ? [] : [[item, verdict as unknown as ReferenceVerdict] as const];
  });
  return {
    judging,
    rows: reviewRows(instances),
    verdicts: new Map(said.map(([item, verdict]) => [item, scoresOf(verdict)])),
    malformed: new Set(said.flatMap(([item, { type }]) => (type === "malformed" ? [item] : []))),
  };
}

/** As a run with a judge beside it has them. */
function scoresOf(verdict: ReferenceVerdict): Scores {
  if (verdict.type === "match") return { [MATCH.id]: Number(verdict.match) };
  return verdict.type === "grade" ? { [GRADE.id]: verdict.grade } : {};
}

/** None of a list that was not begun: of a judging that was ended early, no meta-review was. */
async function resultsOf(work: Pick<WorkStore, "results">, id: string, principal: Principal) {
  try {
    return await work.results(id, principal);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "run-not-found") return [];
    throw error;
  }
}
