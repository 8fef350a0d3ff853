import { settle } from "../../../clarification/settle.ts";
import type { ClarificationReply, Wish, WishVerdict } from "../../../trajectory/clarification.ts";
import { asData } from "../../prompts/data-marks.ts";
import { DECLINED } from "../react-feedback.ts";
import type { LongFormState } from "./long-form-state.ts";
import { ask, command, type LongFormStep } from "./long-form-step.ts";

/** A wish to ask goes before the gate. Each counts, asked or not, so that there is an end to them. */
export function weigh(state: LongFormState, wish: Wish): LongFormStep {
  const wished = { ...state, questions: state.questions + 1 };
  return command(wished, [{ type: "weigh", role: state.turn, wish }]);
}

export function onWeighed(state: LongFormState, verdict: WishVerdict): LongFormStep {
  if (verdict.type === "refuted") {
    return goOn(state, `The person was not asked, because:\n${asData(verdict.guidance)}`);
  }
  const { clarification } = verdict;
  return command({ ...state, question: clarification }, [{ type: "ask", role: state.turn, clarification }]);
}

/** What the person said stands with the question from now on. */
export function onAnswered({ question, ...state }: LongFormState, reply: ClarificationReply): LongFormStep {
  if (question === undefined) return { state, commands: [] };
  if (reply.type !== "answered") return goOn(state, DECLINED);
  const said = [...(state.task.settled ?? []), settle(question, reply)];
  return ask({ ...state, task: { ...state.task, settled: said } }, state.turn);
}

function goOn(state: LongFormState, guidance: string): LongFormStep {
  return ask({ ...state, guidance: [...state.guidance, guidance] }, state.turn);
}
