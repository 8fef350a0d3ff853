import { unknownTool } from "../../environment/define-environment.ts";
import type { ActResult, Description, Environment } from "../../environment/environment.ts";
import type { Tool } from "../../environment/tool.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";

/** Whether a tool's name is an everyday word, such as `select`: it names the tool only in a call. */
const isEverydayWord = (name: string): boolean => /^[a-z]+$/u.test(name);

/**
 * Removes the sentences that name one of the tools. Lines without such sentences are unchanged.
 */
export function withoutSentences(text: string, tools: ReadonlySet<string>): string {
  const named = [...tools].map((name) => {
    const written = name.replace(/[^\w]/gu, "\\$&");
    return isEverydayWord(name) ? `\\b${written}\\(` : `\\b${written}\\b`;
  });
  if (named.length === 0) return text;
  const names = new RegExp(named.join("|"), "u");
  if (!names.test(text)) return text;
  return text
    .split("\n")
    .flatMap((line) => {
      if (!names.test(line)) return [line];
      const left = line
        .split(/(?<=[.;:!?])\s+/u)
        .filter((sentence) => !names.test(sentence))
        .join(" ");
      return left.trim() === "" ? [] : [left];
    })
    .join("\n");
}

/**
 * The environments without some tools: removed from lists, descriptions and permitted actions. Calling one fails as for an unknown tool. Advice in
 * results and failures may still name it. For ablations (Middleware, Table D.3).
 *
 * @throws FuxiError `usage` for an unknown tool, and for one that a remaining tool requires
 */
export function withoutTools(
  environments: readonly Environment[],
  names: readonly string[],
): readonly Environment[] {
  const all = environments.flatMap(({ tools }) => tools);
  for (const name of names) check(name, names, all);
  const taken = new Set(names);
  return environments.map((environment) =>
    environment.tools.some((tool) => taken.has(tool.name)) ? narrowed(environment, taken) : environment,
  );
}

function check(name: string, names: readonly string[], all: readonly Tool[]): void {
  if (!all.some((tool) => tool.name === name)) {
    const [near] = nearestNames(name, [...new Set(all.map((tool) => tool.name))], { limit: 1 });
    throw new FuxiError("usage", `There is no tool "${name}" that could be taken away.`, {
      hint:
        near === undefined || near.score < SUGGESTION_SCORE
          ? `There are: ${all.map((tool) => tool.name).join(", ")}.`
          : `Did you mean ${near.name}?`,
    });
  }
  const needing = all.find((tool) => tool.prerequisites.includes(name) && !names.includes(tool.name));
  if (needing === undefined) return;
  throw new FuxiError(
    "usage",
    `${needing.name} can only be used after ${name}, and would never work without it.`,
    {
      hint: `Take ${needing.name} away, too.`,
    },
  );
}

function narrowed(environment: Environment, taken: ReadonlySet<string>): Environment {
  const isKept = (name: string): boolean => !taken.has(name);
  const tools = environment.tools
    .filter(({ name }) => isKept(name))
    .map((tool) => ({ ...tool, description: withoutSentences(tool.description, taken) }));
  const { instructionsFor, permittedActions } = environment;
  const said = (text: string): string => withoutSentences(text, taken);
  return standsIn(environment, {
    tools,
    instructions: said(instructionsFor?.call(environment, isKept) ?? environment.instructions),
    ...(instructionsFor === undefined
      ? {}
      : {
          instructionsFor: (shown: (tool: string) => boolean) =>
            said(instructionsFor.call(environment, (name) => isKept(name) && shown(name))),
        }),
    async describe(part, task, context): Promise<Description> {
      const { text, truncation } = await environment.describe(part, task, context);
      return {
        text: said(text),
        ...(truncation === undefined
          ? {}
          : { truncation: { ...truncation, howToSeeMore: said(truncation.howToSeeMore) } }),
      };
    },
    async act(workspace, action, context): Promise<ActResult> {
      if (!isKept(action.tool)) return { failure: unknownTool(action.tool, tools) };
      return await environment.act(workspace, action, context);
    },
    ...(permittedActions === undefined
      ? {}
      : {
          async permittedActions(workspace, hint, context) {
            // Asks for more, to fill the places of removed actions.
            const limit = hint.limit * 2;
            const offered = await permittedActions.call(environment, workspace, { ...hint, limit }, context);
            return offered
              .filter((offer) => isKept(offer.type === "action" ? offer.action.tool : offer.tool))
              .slice(0, hint.limit);
          },
        }),
  });
}

/**
 * The environment with failures reduced to "It failed.", without reason, position and advice (Middleware, Section 3.2, without error feedback). The codes
 * remain in records, but no prompt shows them. Warnings of successful actions remain.
 */
export function errorFeedbackOff(environment: Environment): Environment {
  return standsIn(environment, {
    async act(workspace, action, context) {
      const result = await environment.act(workspace, action, context);
      return result.failure === undefined ? result : { failure: bare(result.failure) };
    },
    async conclude(workspace, claim, context) {
      const result = await environment.conclude(workspace, claim, context);
      return result.failure === undefined ? result : { failure: bare(result.failure) };
    },
  });
}

/** A request for permission is kept: it is addressed to a person, and no mistake. */
function bare(failure: ToolFailure): ToolFailure {
  if (failure.code === "permission-needed") return failure;
  return { code: failure.code, message: "It failed.", suggestions: [], bare: true };
}

/** The environment with some members replaced. Closing it does not close the original. */
function standsIn(environment: Environment, given: Partial<Environment>): Environment {
  const own: Partial<Environment> = {
    openWorkspace: (task, context) => environment.openWorkspace(task, context),
    describe: (part, task, context) => environment.describe(part, task, context),
    act: (workspace, action, context) => environment.act(workspace, action, context),
    conclude: (workspace, claim, context) => environment.conclude(workspace, claim, context),
    close: async () => {},
  };
  const members = Object.entries({ ...own, ...given }).map(([name, value]) => [
    name,
    { value, enumerable: true },
  ]);
  // Getters of the environment stay live.
  return Object.create(environment, Object.fromEntries(members)) as Environment;
}
