import type { ModelMessage, ToolResultPart } from "ai";
import { RunKnowledge } from "../agent/run-fold.ts";
import type { ToolNames } from "../agent/tool-names.ts";
import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";

/** Looks a value up in the results of the tools, then in the messages, which are read only if needed. */
export function seenIn(
  known: RunKnowledge,
  messages: readonly ModelMessage[],
  names: ToolNames,
): NonNullable<ActContext["seen"]> {
  let conversation: RunKnowledge | undefined;
  return (value, outside) => {
    if (known.seen(value, outside)) return true;
    conversation ??= knowledgeOf(messages, names);
    return conversation.seen(value, outside);
  };
}

function knowledgeOf(messages: readonly ModelMessage[], names: ToolNames): RunKnowledge {
  const knowledge = new RunKnowledge();
  for (const { text, tool = "" } of shownByMessages(messages)) {
    knowledge.show([text], names.tools.find(({ name }) => name === tool)?.environment);
  }
  return knowledge;
}

interface Shown {
  readonly text: string;
  /** The tool whose result shows the text; absent for the person's words. */
  readonly tool?: string;
}

/**
 * Texts from the messages of a conversation: the person's words and the results of tools. Left out are the model's own words, and failures, which
 * repeat them.
 */
export function shownByMessages(messages: readonly ModelMessage[]): readonly Shown[] {
  return messages.flatMap(({ role, content }): readonly Shown[] => {
    if (role === "user") {
      if (typeof content === "string") return [{ text: content }];
      return content.flatMap((part) => (part.type === "text" ? [{ text: part.text }] : []));
    }
    if (role !== "tool") return [];
    return content.flatMap((part) =>
      part.type === "tool-result" ? [{ text: textOf(part.output), tool: part.toolName }] : [],
    );
  });
}

function textOf(output: ToolResultPart["output"]): string {
  switch (output.type) {
    case "text":
      return output.value;
    case "json":
      return JSON.stringify(output.value);
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    default:
      return "";
  }
}

/**
 * Converts permitted effects as an application writes them (`POST /lists` for every environment that has it, `api POST /lists` for one) to the
 * form `<environment> <operation>`.
 * @throws FuxiError `usage` for an effect that no environment has: such a permission was meant for something else
 */
export function permittedEffects(
  allow: readonly string[],
  environments: readonly Environment[],
): readonly string[] {
  return allow.flatMap((written) => {
    const of = environments.find(({ id }) => written.startsWith(`${id} `));
    const operation = of === undefined ? written : written.slice(of.id.length + 1);
    const places = of === undefined ? environments : [of];
    const effects = places.flatMap((environment) =>
      operationsCalled(operation, environment).map((name) => `${environment.id} ${name}`),
    );
    if (effects.length > 0) return effects;
    throw noSuchEffect(written, operation, places);
  });
}

/** Operations whose whole id or operationId was written: a looser match would permit more than was written. */
function operationsCalled(written: string, environment: Environment): readonly string[] {
  const { api } = environment.capabilities;
  if (api !== undefined) {
    const name = written.trim().toLowerCase();
    return api.operations
      .filter(({ id, operationId }) => id.toLowerCase() === name || operationId?.toLowerCase() === name)
      .map(({ id }) => id);
  }
  const effects = environment.tools.filter(({ effect }) => effect === "external");
  // A tool with an argument `operation` executes many operations, which only its environment knows.
  const any = effects.some(({ inputSchema }) => namesOperation(inputSchema));
  return any || effects.some(({ name }) => name === written) ? [written] : [];
}

function namesOperation(schema: object): boolean {
  const { properties } = schema as { readonly properties?: object };
  return properties !== undefined && "operation" in properties;
}

function noSuchEffect(written: string, operation: string, places: readonly Environment[]): FuxiError {
  const known = places.flatMap(({ tools, capabilities: { api } }) =>
    api === undefined
      ? tools.filter(({ effect }) => effect === "external").map(({ name }) => name)
      : api.operations.map(({ id }) => id),
  );
  const [near] = nearestNames(operation, known, { limit: 1 });
  return new FuxiError("usage", `There is no operation "${written}" that could be allowed.`, {
    hint:
      near === undefined
        ? "Name it by its id, such as POST /lists, or by its operationId."
        : `Did you mean ${near.name}?`,
  });
}
