import type { Tool as AiTool } from "ai";
import { providerTools } from "../agent/policies/control-tools.ts";
import { ASKING_IS_OFF, DECLINED, refutedWish } from "../agent/strategies/react-state.ts";
import { ASK_USER, readWish } from "../agent/text-actions/ask-user-text.ts";

import { gate } from "../clarification/gate.ts";
import { whatIsSaid } from "../clarification/settle.ts";
import type { Task } from "../environment/task.ts";
import type { EnvironmentTask } from "./environment-task.ts";
import { aiTool } from "./environment-tool.ts";
import type { Questions } from "./questions.ts";
import { shownByMessages } from "./shown-by-messages.ts";
import { said } from "./tool-output.ts";

/** Asks the person what the gate lets through (docs/asking.md); what they say is knowledge of the task from then on. */
export function askUserTool(task: EnvironmentTask, questions: Questions): AiTool {
  const { environments, names, knowledge } = task;
  const { description = "", inputSchema } =
    providerTools(environments, names, true).find(({ name }) => name === ASK_USER) ?? {};
  return aiTool({
    description,
    inputSchema: inputSchema ?? {},
    async execute(given, place) {
      const { wish, problem } = readWish(given);
      if (problem !== undefined) {
        return { failure: { code: "invalid-arguments", message: problem.message, suggestions: [] } };
      }
      return await questions.inTurn(place.signal, async (put) => {
        const asking = { task: questionOf(task, place.messages), environments, asked: knowledge.asked };
        const verdict = await gate(wish, asking, task.context(place));
        if (verdict.type === "refuted") return said(refutedWish(verdict.guidance), { status: "not-asked" });
        const reply = await put(verdict.clarification);
        if (reply.type === "unavailable") return said(ASKING_IS_OFF, { status: "unavailable" });
        if (reply.type === "declined") return said(DECLINED, { status: "declined" });
        const { text, told: meaning = text } = whatIsSaid(verdict.clarification, reply);
        return said(`The person says: ${meaning}`, { status: "answered", meaning });
      });
    },
  });
}

type Messages = Parameters<typeof shownByMessages>[0];

/** Without a question of its own the task is about what the person has written. */
function questionOf({ knowledge: { task }, hasQuestion }: EnvironmentTask, messages: Messages): Task {
  if (hasQuestion) return task;
  const written = shownByMessages(messages.filter(({ role }) => role === "user"));
  return { ...task, question: written.map(({ text }) => text).join("\n") };
}
