import type { PreviousRun } from "../../../../environment/task.ts";
import type { Edge } from "../grammar/chart.ts";
import type { Condition, Phrase } from "../grammar/phrase.ts";
import { also } from "../grammar/phrase-makers.ts";
import { readConditions } from "../grammar/read-question.ts";
import { type Interpretation, interpretQuestion, linkQuestion } from "../interpret-question.ts";
import type { ReadingSession } from "../reading-session.ts";
import { applySettled } from "../settled/apply-settled.ts";
import type { Said } from "../settled/said.ts";

/** What stands before a condition on the previous answer, and how the condition is made. */
const STARTS: readonly (readonly [start: RegExp, category: "COND" | "VP"])[] = [
  [/^(?:(?:only|just) )?(?:which|what|who)(?: ones)? (?:of|among) (?:them|those|these)\s+/iu, "VP"],
  [/^(?:and )?how many of (?:them|those|these)\s+/iu, "VP"],
  [/^(?:show |list |give )?(?:only|just)(?: (?:those|the ones|these|them))?\s+/iu, "COND"],
  [/^(?:those|the ones)\s+/iu, "COND"],
];
const COUNTED = /^(?:and )?how many\b/iu;

/** "Only those from 2024", "which of them were directed by X?": the previous question with one condition more. */
export async function onlyThose(
  rest: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const start = STARTS.find(([pattern]) => pattern.test(rest.question));
  if (start === undefined) return undefined;
  const [pattern, category] = start;
  const own = await linkQuestion({ ...rest, question: rest.question.replace(pattern, "") }, session);
  const conditions = own === undefined ? [] : readConditions(category, own.input);
  if (conditions.length === 0) return undefined;
  const before = await applySettled(previous.question, previous.settled ?? [], session);
  const said = { ...before, names: [...before.names, ...rest.names] };
  const counted = COUNTED.test(rest.question);
  return interpretQuestion(said, session, (parses) => narrowed(parses, conditions, counted));
}

function narrowed(
  parses: readonly Edge<Phrase>[],
  conditions: readonly Edge<readonly Condition[]>[],
  counted: boolean,
): readonly Edge<Phrase>[] {
  return parses
    .flatMap(({ value, cost }) =>
      conditions.flatMap((more) => {
        const narrow = withMore(value, more.value);
        if (narrow === undefined) return [];
        const whole: Phrase = counted && narrow.is !== "how-many" ? { is: "how-many", of: narrow } : narrow;
        return [{ value: whole, cost: cost + more.cost }];
      }),
    )
    .toSorted((a, b) => a.cost - b.cost);
}

function withMore(phrase: Phrase, more: readonly Condition[]): Phrase | undefined {
  if (phrase.is === "things") return phrase.extreme === undefined ? also(phrase, more) : undefined;
  if (phrase.is !== "how-many") return undefined;
  const of = withMore(phrase.of, more);
  return of && { is: "how-many", of };
}
