import type { ToolSet } from "ai";
import { checkActLimits, checkEnvironments } from "../agent/run-checks.ts";

import { ASK_USER } from "../agent/text-actions/ask-user-text.ts";
import { toolNames } from "../agent/tool-names.ts";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { askUserTool } from "./ask-user-tool.ts";
import { chosenTools } from "./chosen-tools.ts";
import { EnvironmentTask, NO_SIGNAL } from "./environment-task.ts";
import { environmentTool } from "./environment-tool.ts";
import { type AcceptedAnswer, FINAL_ANSWER, finalAnswerTool } from "./final-answer-tool.ts";
import type { TaskOptions } from "./task-options.ts";
import { questionPrompt, toolsInstructions } from "./tools-prompt.ts";
import { type ToolsTask, withTask } from "./tools-task.ts";

/** The tools of one task as a tool set of the AI SDK. @throws FuxiError `usage` */
export function taskTools(environments: readonly Environment[], options: TaskOptions): ToolSet {
  checkEnvironments({ environments });
  checkActLimits(options.limits ?? {}, "limits");
  const names = toolNames(environments, environments, options.reserved);
  const task = new EnvironmentTask(environments, names, options);
  let accepted: AcceptedAnswer | undefined;
  const tools: ToolSet = {};
  for (const named of chosenTools(names, options)) tools[named.name] = environmentTool(named, task, options);
  if (task.questions !== undefined) tools[ASK_USER] = askUserTool(task, task.questions);
  if (options.finalAnswer) {
    tools[FINAL_ANSWER] = finalAnswerTool(task, (answer) => {
      accepted = answer;
    });
  }
  return withTask(tools, {
    instructions: async ({ signal = NO_SIGNAL } = {}) => await toolsInstructions(task, options, signal),
    async prompt({ signal = NO_SIGNAL } = {}) {
      if (task.hasQuestion) return await questionPrompt(task, signal);
      throw new FuxiError("usage", "The tools were made without a question.", {
        hint: "Give createTools the question, or write the prompt yourself.",
      });
    },
    async conclude({ environment, signal = NO_SIGNAL, ...claim } = {}) {
      return await task.conclude(environmentNamed(environment, environments), claim, signal);
    },
    get answer() {
      return accepted;
    },
    workspaces: async ({ signal = NO_SIGNAL } = {}) => [...(await task.workspaces(signal)).values()],
  } satisfies ToolsTask);
}

function environmentNamed(id: string | undefined, environments: readonly Environment[]): Environment {
  const [only, ...others] = environments;
  const named = environments.find((environment) => environment.id === id);
  const environment = named ?? (id === undefined && others.length === 0 ? only : undefined);
  if (environment !== undefined) return environment;
  const ids = environments.map((each) => each.id).join(", ");
  throw new FuxiError(
    "usage",
    id === undefined
      ? "There are several environments that the answer could come from."
      : `There is no environment "${id}".`,
    { hint: `Name one of ${ids} as environment.` },
  );
}
