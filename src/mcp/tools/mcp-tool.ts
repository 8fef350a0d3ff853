import { tooLarge } from "../../environment/bounds.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { Tool } from "../../environment/tool.ts";
import { invalidArgument, type OrFailure, type ToolFailure } from "../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";

type HandleRead = OrFailure<{ readonly handle?: string; readonly input: JsonObject }>;

/** Takes the handle out of the arguments of a call; what is left is the tool's own. An empty one counts as none; arguments that are too large are refused. */
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

/** The arguments of a call of a tool that the server adds itself; blank ones count as left out. */
export function readInput(
  definition: McpToolDefinition,
  given: JsonObject,
): ReturnType<typeof readArguments> {
  const written = Object.entries(given).filter(([, value]) => typeof value !== "string" || !isBlank(value));
  return readArguments(definition, Object.fromEntries(written));
}

/** For tools that can do nothing in a workspace in which nothing was done. */
export function handleMissing(tool: string, prerequisites: readonly string[]): ToolFailure {
  const message = `${tool} lacks its argument "workspace": it works on what ${prerequisites.join(", ")} left there.`;
  return invalidArgument("workspace", message, [
    { text: "open_workspace", reason: "returns the handle of a new workspace" },
  ]);
}

/** Characters of such JSON per token of o200k_base, measured over the samples; a real tokenizer would double the time to start. */
const CHARACTERS_PER_TOKEN = 4.4;

/** About how many tokens the tools take in a client's context, to the nearest ten. */
export function listedTokens(tools: readonly McpTool[]): number {
  const { length } = JSON.stringify(tools.map(({ definition }) => definition));
  return Math.round(length / CHARACTERS_PER_TOKEN / 10) * 10;
}

/** Of tools that look around, or write nothing but the caller's own workspace: for anybody else nothing has changed. */
export const LOOKING: McpAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Tools that may have an effect outside can destroy what is there, as far as anyone here can tell. */
export function annotationsOf({ effect }: Tool): McpAnnotations {
  if (effect === "none") return LOOKING;
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
}

/** What annotations say of a tool (MCP 2026-07-28, "Tools"): each of them is true of every call, or not given. */
export interface McpAnnotations {
  readonly readOnlyHint: boolean;
  /** Only of tools that are not read-only. */
  readonly destructiveHint?: boolean;
  /** True where the same call again changes nothing more. */
  readonly idempotentHint?: boolean;
  /** False where nothing beyond the environments of this server can be reached. */
  readonly openWorldHint: boolean;
}

/** A tool as `tools/list` shows it. Every word is paid for in each conversation. */
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
  /** Whether an answer in the person's own words is taken. */
  readonly ownWords: boolean;
  /** Whether the person can say, too, that the answer shall hold for later questions. */
  readonly offersToRemember?: boolean;
}

/**
 * What came back for a `PersonQuestion`. `choice` counts from 0. Unusable content counts as declined; `cancelled` is a form that was closed without a
 * decision, which says nothing.
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

/** The second and later rounds of one call: the person's answer, and what the tool wanted to know again. */
export interface Round {
  readonly answer: PersonAnswer;
  /** As given with the question: signed on its way through the client, bound to the principal, valid for an hour. */
  readonly state: Json;
}

/** Content that is too much for a reply: read as a resource. */
export interface ResultLink {
  /** To be read with `resources/read`. */
  readonly uri: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** What came of a call: a result, something for the model to mend, or a question to the person. */
export type ToolReply =
  | {
      readonly type: "result";
      /** What a model reads. */
      readonly text: string;
      /** Matches the tool's output schema. */
      readonly data: JsonObject;
      readonly links?: readonly ResultLink[];
    }
  /** Something the model can mend: `isError`, with advice. */
  | { readonly type: "failure"; readonly failure: ToolFailure }
  /** Only where `caller.elicits`. The call is made again with a `Round`; nothing may have been changed by then. */
  | { readonly type: "question"; readonly question: PersonQuestion; readonly state: Json };

/** A tool of the server: what is listed, and what is done. */
export interface McpTool {
  readonly definition: McpToolDefinition;
  /** @throws FuxiError for what the model cannot mend */
  call(input: JsonObject, caller: Caller, round?: Round): Promise<ToolReply>;
}
