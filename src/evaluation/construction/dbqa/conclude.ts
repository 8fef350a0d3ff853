import { llmPolicy } from "../../../agent/policies/llm-policy.ts";
import { sequential } from "../../../agent/strategies/long-form/long-form.ts";
import { plainText } from "../../../agent/strategies/long-form/report-text.ts";
import type { ActContext } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { Figure, LongFormAnswer } from "../../../trajectory/long-form-answer.ts";
import type { Outcome } from "../../../trajectory/outcome.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import { carryRun } from "../../run/carry-run.ts";
import { holdsForAll, mayGoOn } from "../../run/outside-failure.ts";
import type { Tried } from "./stage-context.ts";

export interface ConcludeOptions {
  readonly model: LanguageModel;
  readonly act: ActContext;
  /** Holds the runs, so that one in the middle of which the process ended is gone on with. */
  readonly trajectories: TrajectoryStore;
  readonly onNotice?: (notice: string) => void;
}

/**
 * Has the question answered from the records that are really there, by `sequential`, whose figures are computed again from its queries (*Database question answering*,
 * Section 2.2: conclude). An answer with a figure that nothing bears out is none.
 *
 * @throws FuxiError `cancelled`, of the model where no other records can mend it, of the stores
 */
export async function conclude(
  question: string,
  run: string,
  environment: Environment,
  { model, act, trajectories, onNotice }: ConcludeOptions,
): Promise<Tried<"conclude">> {
  const { outcome } = await carryRun({
    runId: run,
    task: { question },
    environments: [environment],
    strategy: sequential({ questions: false }),
    policy: llmPolicy({ model, ...(onNotice === undefined ? {} : { onNotice }) }),
    store: trajectories,
    artifacts: act.artifacts,
    principal: act.principal,
    actLimits: act.limits,
    signal: act.signal,
  });
  if (outcome.type !== "answered") return { problem: withoutAnswer(outcome) };
  const { report } = outcome;
  if (report === undefined) return { problem: "The answer is no report." };
  const found = report.queries.filter((query) => query.outcome === "rows");
  if (found.length === 0) return { problem: "No query finds anything in these records." };
  const figures = figuresOf(report);
  const unsupported = figures.filter(({ verdict }) => verdict === "unsupported");
  if (unsupported.length > 0) {
    const shown = unsupported.map((each) => each.shown).join(", ");
    return { problem: `Figures of the answer that no query of these records comes to: ${shown}.` };
  }
  return {
    made: {
      answer: answerText(report),
      run,
      queries: found.map(({ name, purpose, sql, total }) => ({ name, purpose, sql, total })),
      figures: figures.map(({ shown, source, verdict }) => ({
        shown,
        ...(source === undefined ? {} : { source }),
        verdict,
      })),
    },
  };
}

/** Throws what would end every other run as well. */
function withoutAnswer(outcome: Exclude<Outcome, { readonly type: "answered" }>): string {
  switch (outcome.type) {
    case "unanswerable":
      return `These records do not answer the question: ${outcome.reason}`;
    case "needs-clarification":
      return `The question is unclear: ${outcome.clarification.question}`;
    case "stopped":
      if (mayGoOn(outcome)) throw new FuxiError("cancelled", outcome.message);
      return `No answer came of these records: ${outcome.message}`;
    case "failed":
      if (mayGoOn(outcome) || holdsForAll(outcome.code))
        throw new FuxiError(
          outcome.code,
          outcome.message,
          outcome.hint === undefined ? {} : { hint: outcome.hint },
        );
      return `No answer came of these records: ${outcome.message}`;
  }
}

function figuresOf({ summary, findings }: LongFormAnswer): readonly Figure[] {
  return [summary, ...findings.map(({ text }) => text)]
    .flat()
    .filter((piece) => typeof piece !== "string" && "verdict" in piece);
}

/** Without heading and title: a reference is compared by what it says. */
function answerText({ summary, findings }: LongFormAnswer): string {
  return [summary, ...findings.map(({ text }) => text)].map((text) => plainText(text, true)).join("\n\n");
}
