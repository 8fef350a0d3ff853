import type { ModelMessage, ToolResultPart } from "ai";
import { RunKnowledge } from "../agent/run-fold.ts";
import type { ToolNames } from "../agent/tool-names.ts";
import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";

/** Beside what the tools have shown, what the messages show; they are read only where it matters. */
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
  /** The tool that showed it; absent for what the person wrote. */
  readonly tool?: string;
}

/**
 * What the messages of a conversation have said or shown: the person's words and the results of tools. What the model wrote shows nothing, nor
 * does a failure, which repeats the model's words.
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
 * Effects as whoever allows them writes them (`POST /lists` in every environment that has it, `api POST /lists` in one), as environments look
 * them up: `<environment> <operation>`.
 * @throws FuxiError `usage` for one that no environment has: leave that never applies was meant for something else
 */
export function allowedEffects(
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

/** Only a name of its own names an operation here: one that is found by less would give leave for more than was written. */
function operationsCalled(written: string, environment: Environment): readonly string[] {
  const { api } = environment.capabilities;
  if (api !== undefined) {
    const name = written.trim().toLowerCase();
    return api.operations
      .filter(({ id, operationId }) => id.toLowerCase() === name || operationId?.toLowerCase() === name)
      .map(({ id }) => id);
  }
  const effects = environment.tools.filter(({ effect }) => effect === "external");
  // A tool that takes an operation carries out many, and only its environment knows them.
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
