import { chosenReading, settle } from "../../../clarification/settle.ts";
import { settledSentence } from "../../../environment/settled.ts";
import type { Clarification, ClarificationReply, WishVerdict } from "../../../trajectory/clarification.ts";
import { asData } from "../../prompts/data-marks.ts";
import { goOn, refuted } from "./on-supervisor.ts";
import type { Situation, TeamState } from "./team-state.ts";
import { command, type TeamStep } from "./team-step.ts";

/** The gate's word on a question of the supervisor. */
export function onWeighed(state: TeamState, situation: Situation, verdict: WishVerdict): TeamStep {
  if (verdict.type === "refuted") {
    const guidance = `The person was not asked, because:\n${asData(verdict.guidance)}`;
    return goOn(refuted(state, guidance), situation);
  }
  const asked = { ...state, questions: state.questions + 1, question: verdict.clarification };
  return command(asked, [{ type: "ask", role: "supervisor", clarification: verdict.clarification }]);
}

/**
 * Question and answer become one sentence that every role reads from now on (Section 5.2.5). Where a reading was chosen, its words take the
 * place of the unclear ones in the objective and the step at once, without a call of the model; what was said freely may be a whole
 * sentence, and is worked into the objective by the supervisor at the end of the cycle.
 */
export function onAnswered(
  state: TeamState,
  situation: Situation,
  { clarification, reply }: { readonly clarification: Clarification; readonly reply: ClarificationReply },
): TeamStep {
  if (reply.type !== "answered") {
    const declined = `Asked "${clarification.question}", the person declined to say.`;
    return goOn(refuted({ ...state, extra: [...state.extra, declined] }, GO_ON_WITHOUT), situation);
  }
  const settled = settle(clarification, reply);
  const sentence = settledSentence(settled);
  // What a model may not read stays out of the objective, which it reads.
  const replacement =
    settled.told === undefined ? chosenReading(clarification, reply)?.replacement : undefined;
  const known: TeamState = { ...state, extra: [...state.extra, sentence], guidance: [], refutations: 0 };
  const [words] = clarification.words;
  const clear = replacement !== undefined && words !== undefined && clarification.words.length === 1;
  return goOn(clear ? reworded(known, words, replacement) : known, situation);
}

const GO_ON_WITHOUT = "Do not ask again: take what is likeliest meant, as an assumption to be said.";

function reworded(state: TeamState, words: string, replacement: string): TeamState {
  const { work, objective } = state;
  const reword = (text: string): string => replaced(text, words, replacement);
  const { selection } = work ?? {};
  return {
    ...state,
    objective: reword(objective),
    ...(work === undefined
      ? {}
      : {
          work: {
            ...work,
            step: reword(work.step),
            ...(selection === undefined
              ? {}
              : { selection: { ...selection, purpose: reword(selection.purpose) } }),
          },
        }),
  };
}

/** Where the words stand as words of their own, whatever their case. */
function replaced(text: string, words: string, replacement: string): string {
  const exact = RegExp(
    `(?<![\\p{L}\\p{N}])${words.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")}(?![\\p{L}\\p{N}])`,
    "iu",
  );
  return text.replace(exact, () => replacement);
}
