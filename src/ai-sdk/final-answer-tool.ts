import type { Tool as AiTool } from "ai";
import { FINAL_ANSWER } from "../agent/policies/control-tools.ts";
import { claimOf } from "../agent/text-actions/parse-text-reply.ts";
import type { Answer, Evidence } from "../environment/answer.ts";
import { toldAnswer, toldEvidence } from "../environment/egress/told-answer.ts";
import type { JsonObject } from "../util/json.ts";
import type { EnvironmentTask } from "./environment-task.ts";
import { aiTool } from "./environment-tool.ts";
import { said, type ToolOutput } from "./tool-output.ts";

export { FINAL_ANSWER };

/** An answer that an environment accepted, and what it rests on. */
export interface AcceptedAnswer {
  readonly answer: Answer;
  readonly evidence: Evidence;
}

/** Hands in an answer; one that is not accepted teaches what it lacks. */
export function finalAnswerTool(task: EnvironmentTask, onAnswer: (accepted: AcceptedAnswer) => void): AiTool {
  const ids = task.environments.map(({ id }) => id);
  const several = ids.length > 1;
  return aiTool({
    description: "Hands in the answer, with what it rests on.",
    inputSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          description:
            "In the form that the instructions ask for. Leave it out to hand in what was built with the tools.",
        },
        ...(several ? { environment: { type: "string", enum: ids } } : {}),
      },
      ...(several ? { required: ["environment"] } : {}),
      additionalProperties: false,
    },
    async execute({ answer, environment: id }, { signal }): Promise<ToolOutput> {
      const environment = several ? task.environments.find((each) => each.id === id) : task.environments[0];
      if (environment === undefined) return { failure: noSuchEnvironment(ids) };
      const claim = claimOf(typeof answer === "string" ? answer : "");
      const concluded = await task.conclude(environment, claim, signal);
      if (concluded.failure !== undefined) return { failure: concluded.failure };
      onAnswer(concluded);
      const { egress: level } = environment;
      const { answer: accepted, evidence, ...rest } = concluded;
      const { asOf: _, doubts: __, ...rests } = evidence;
      const shown =
        level === undefined
          ? { ...concluded, evidence: rests }
          : {
              ...rest,
              answer: toldAnswer(accepted, level),
              evidence: toldEvidence(rests, [claim.text ?? ""], level),
            };
      const data = JSON.parse(JSON.stringify(shown)) as JsonObject;
      return said(`Accepted. The answer is: ${shown.answer.text}`, data);
    },
  });
}

function noSuchEnvironment(ids: readonly string[]) {
  return {
    code: "invalid-arguments",
    message: `Name the environment that the answer comes from: ${ids.join(", ")}.`,
    part: { argument: "environment" },
    suggestions: ids.map((text) => ({ text })),
  } as const;
}
