import { methodsAndPaths } from "../../../util/methods-and-paths.ts";
import type { TeamState, Work } from "./team-state.ts";
import { ask, command, type TeamStep } from "./team-step.ts";

/** Looks in each environment for operations, so that the selector need not read all of them. */
export function findOperations(state: TeamState, text: string): TeamStep {
  return command(
    state,
    state.environments.map((environment) => ({
      type: "act",
      role: "selector",
      action: { environment, tool: "find_operations", arguments: { text } },
    })),
  );
}

/** The turn of the selector, with what the guidance names among the operations that it may choose. */
export function selectWithGuidance(state: TeamState, work: Work, guidance: string): TeamStep {
  const listed = work.searches.flatMap(({ operations }) => operations.map(withoutVariables));
  const named = methodsAndPaths(guidance).filter((each) => !listed.includes(withoutVariables(each)));
  if (named.length === 0) return ask(state, { role: "selector" });
  return findOperations({ ...state, turn: { role: "selector" } }, named.join(", "));
}

/** True where the guidance is about other operations than the one that is to be called. */
export function namesAnother({ selection }: Work, guidance: string): boolean {
  const named = methodsAndPaths(guidance).map(withoutVariables);
  return named.length > 0 && !named.includes(withoutVariables(selection?.operation ?? ""));
}

/** What was found for names comes after what was found for the step, where the environment has nothing else to say to them. */
export function withFound(
  searches: readonly Work["searches"][number][],
  found: Work["searches"][number],
  text: string,
): Work["searches"] {
  const before = searches.find(({ environment }) => environment === found.environment);
  if (before === undefined) return [...searches, found];
  const { length } = found.operations;
  if (length === 0 || length > methodsAndPaths(text).length) return searches;
  const operations = [...before.operations, ...found.operations];
  const both = { ...before, text: [before.text, found.text].join("\n"), operations };
  return searches.map((each) => (each === before ? both : each));
}

/** Variables of paths are called otherwise by whoever writes them from memory. */
function withoutVariables(operation: string): string {
  return operation.replace(/\{[^{}]*\}/gu, "{}");
}
