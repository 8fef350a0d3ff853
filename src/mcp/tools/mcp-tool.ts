import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";

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
