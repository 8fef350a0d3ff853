import { tooLarge } from "../../environment/bounds.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { Tool } from "../../environment/tool.ts";
import { invalidArgument, type OrFailure, type ToolFailure } from "../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";

type HandleRead = OrFailure<{ readonly handle?: string; readonly input: JsonObject }>;

/** Separates the handle from the tool's own arguments. An empty handle counts as missing. Too large arguments are refused. */
export function readHandle(given: JsonObject, tool: string): HandleRead {
  const large = tooLarge(tool, given);
  if (large !== undefined) return { failure: large };
  const { workspace, ...input } = given;
  if (workspace === undefined || workspace === null || isBlank(workspace)) return { input };
  if (typeof workspace === "string") return { handle: workspace, input };
  const message = `Argument "workspace" of ${tool} is the handle that open_workspace returned, as text.`;
  return { failure: invalidArgument("workspace", message) };
}

const isBlank = (value: Json): boolean => typeof value === "string" && value.trim() === "";

/** Reads the arguments of the server's own tools. Blank ones count as missing. */
export function readInput(
  definition: McpToolDefinition,
  given: JsonObject,
): ReturnType<typeof readArguments> {
  const written = Object.entries(given).filter(([, value]) => typeof value !== "string" || !isBlank(value));
  return readArguments(definition, Object.fromEntries(written));
}

/** The failure of tools that need a workspace with earlier work. */
export function handleMissing(tool: string, prerequisites: readonly string[]): ToolFailure {
  const message = `${tool} lacks its argument "workspace": it works on what ${prerequisites.join(", ")} left there.`;
  return invalidArgument("workspace", message, [
    { text: "open_workspace", reason: "returns the handle of a new workspace" },
  ]);
}

/** Characters of tool definitions per token of o200k_base, measured over the samples. A real tokenizer would double the start time. */
const CHARACTERS_PER_TOKEN = 4.4;

/** Estimated tokens of the tools in a client's context, to the nearest ten. */
export function listedTokens(tools: readonly McpTool[]): number {
  const { length } = JSON.stringify(tools.map(({ definition }) => definition));
  return Math.round(length / CHARACTERS_PER_TOKEN / 10) * 10;
}

/** Annotations of tools that only read, or write to the caller's own workspace only, which nobody else sees. */
export const LOOKING: McpAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Annotations of a tool. Tools with external effects count as destructive, since nothing says that they are not. */
export function annotationsOf({ effect }: Tool): McpAnnotations {
  if (effect === "none") return LOOKING;
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
}

/** Annotations of a tool (MCP 2026-07-28, "Tools"). Each holds for every call, or is absent. */
export interface McpAnnotations {
  readonly readOnlyHint: boolean;
  /** Only for tools that are not read-only. */
  readonly destructiveHint?: boolean;
  /** True if repeating a call has no further effect. */
  readonly idempotentHint?: boolean;
  /** False if the tool reaches only the environments of this server. */
  readonly openWorldHint: boolean;
}

/** A tool as `tools/list` shows it. Its words cost tokens in every conversation. */
export interface McpToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: "object" };
  readonly outputSchema: JsonObject & { readonly type: "object" };
  readonly annotations: McpAnnotations;
}

/** A question to the person behind the client: one choice, free words, or either. */
export interface PersonQuestion {
  readonly message: string;
  /** At most 8, each in a few words. */
  readonly choices: readonly string[];
  /** Whether the person may answer in their own words. */
  readonly ownWords: boolean;
  /** Whether the person may also choose to keep the answer for later questions. */
  readonly offersToRemember?: boolean;
}

/**
 * The answer to a `PersonQuestion`. `choice` counts from 0. Unusable content counts as declined. `cancelled`: the form was closed without a
 * decision.
 */
export type PersonAnswer =
  | {
      readonly type: "answered";
      readonly text: string;
      readonly choice?: number;
      readonly remember?: boolean;
    }
  | { readonly type: "declined" }
  | { readonly type: "cancelled" };

/** The second or a later round of a call: the person's answer, and the tool's state. */
export interface Round {
  readonly answer: PersonAnswer;
  /** As given with the question: signed on its way through the client, bound to the principal, valid for an hour. */
  readonly state: Json;
}

/** A link to content too large for a reply, which is read as a resource. */
export interface ResultLink {
  /** URI for `resources/read`. */
  readonly uri: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** The outcome of a call: a result, a failure that the model can fix, or a question to the person. */
export type ToolReply =
  | {
      readonly type: "result";
      /** Text for the model. */
      readonly text: string;
      /** Matches the tool's output schema. */
      readonly data: JsonObject;
      readonly links?: readonly ResultLink[];
    }
  /** A failure that the model can fix: `isError`, with advice. */
  | { readonly type: "failure"; readonly failure: ToolFailure }
  /** Only if `caller.elicits`. The call is repeated with a `Round`, so it must not have changed anything before. */
  | { readonly type: "question"; readonly question: PersonQuestion; readonly state: Json };

/** A tool of the server: its listing and its implementation. */
export interface McpTool {
  readonly definition: McpToolDefinition;
  /** @throws FuxiError for errors that the model cannot fix */
  call(input: JsonObject, caller: Caller, round?: Round): Promise<ToolReply>;
}
