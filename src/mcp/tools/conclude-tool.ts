import { renderFinding } from "../../agent/render-result.ts";
import type { Answer } from "../../environment/answer.ts";
import type { ConcludeResult, Environment } from "../../environment/environment.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import { visibleBlock } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, taskSession } from "../workspaces/workspace-content.ts";
import { readHandle, type Workspaces } from "../workspaces/workspaces.ts";
import { boundedAnswer, boundedEvidence, cellText, cutLine, evidenceLines } from "./bounded-answer.ts";
import { LOOKING, type McpTool, type McpToolDefinition, readInput, type ToolReply } from "./mcp-tool.ts";

export interface ConcludeOptions extends OpenedIn {
  readonly workspaces: Workspaces;
}

interface ConcludeInput {
  readonly workspace: string;
  readonly claim?: string;
  readonly environment?: string;
}

/** Turns the query in a workspace, or a claim, into an answer with evidence. */
export function concludeTool(options: ConcludeOptions): McpTool {
  const { environments, workspaces } = options;
  const [first] = environments as readonly [Environment, ...Environment[]];
  const several = environments.length > 1;
  const definition: McpToolDefinition = {
    name: "conclude",
    description: `Hands in the final answer and returns it with what it rests on, all of it counted: ${claims(environments)}.`,
    inputSchema: {
      type: "object",
      properties: {
        workspace: { type: "string" },
        claim: { type: "string" },
        ...(several ? { environment: { type: "string", enum: environments.map(({ id }) => id) } } : {}),
      },
      required: ["workspace", ...(several ? ["environment"] : [])],
    },
    outputSchema: {
      type: "object",
      properties: {
        text: { type: "string" },
        answer: { type: "string" },
        total: { type: "integer" },
        columns: { type: "array", items: { type: "string" } },
        rows: { type: "array", items: { type: "array" } },
        members: { type: "array", items: { type: "object" } },
        value: {},
        evidence: { type: "object" },
        full: { type: "string", description: "URI of all rows" },
        workspace: { type: "string" },
        warnings: { type: "array", items: { type: "string" } },
      },
      required: ["text", "answer", "evidence"],
    },
    annotations: LOOKING,
  };
  return {
    definition,
    async call(written: JsonObject, caller: Caller): Promise<ToolReply> {
      const { input, failure } = readInput(definition, written);
      if (failure !== undefined) return { type: "failure", failure };
      const { workspace, claim, environment: id } = input as unknown as ConcludeInput;
      const environment = environments.find((each) => each.id === id) ?? first;
      const held = await workspaces.read(workspace, caller);
      if (held.failure !== undefined) return { type: "failure", failure: held.failure };
      const session = taskSession(held.held.content, caller, options);
      const text = given({ text: claim });
      const concluded = await session.conclude(environment, text);
      if (concluded.failure !== undefined) return { type: "failure", failure: concluded.failure };
      const { version = held.held.version } = readHandle(workspace) ?? {};
      const newer = version < held.held.version ? held.held.handle : undefined;
      const shown = await session.told(environment, text, concluded);
      return concludeReply(shown, { claim, newer, characters: options.limits.characters });
    },
  };
}

/** Describes what an answer can be made of, by the capabilities of the environments. */
function claims(environments: readonly Environment[]): string {
  const can = (name: keyof Environment["capabilities"]): boolean =>
    environments.some(({ capabilities }) => capabilities[name] !== undefined);
  const draft = can("sql") ? ["the draft as it stands, or a query as `claim`"] : [];
  const variable = can("graph") ? ["a variable as `claim`, such as #3"] : [];
  const words = can("api") ? ["words, or the name of an extraction such as e2, as `claim`"] : [];
  const all = [...draft, ...variable, ...words];
  return all.length === 0 ? "the workspace as it stands, or `claim`" : all.join("; ");
}

/** The call of conclude that an answer belongs to. */
interface ConcludeCall {
  readonly claim: string | undefined;
  /** The handle of the concluded version, if the call named an older one. */
  readonly newer: string | undefined;
  /** Maximum characters of rows, and of members, in the reply. */
  readonly characters: number;
}

/** An accepted answer as the result of a call: its rows or value, its evidence, and last its warnings. */
export function concludeReply(
  { answer, evidence, warnings = [] }: Extract<ConcludeResult, { readonly answer: Answer }>,
  { claim, newer, characters }: ConcludeCall,
): ToolReply {
  const bounded = boundedAnswer(answer, characters);
  const { links } = bounded;
  const rests = boundedEvidence(evidence);
  const { rows: table, value } = answer;
  const isClaimed = answer.text === claim?.trim();
  // Rows replace their one-line summary. A claim in words stays beside them, to be compared.
  const inRows =
    table !== undefined &&
    (isClaimed ? cellText(value ?? null) !== answer.text : table.total > 0 && value === undefined);
  const counted = inRows ? `${table.total} row${table.total === 1 ? "" : "s"}` : "";
  const said = inRows && !isClaimed ? counted : visibleBlock(bounded.text);
  const text = [
    `Answer: ${said}`,
    ...(inRows && isClaimed ? [counted] : []),
    ...(inRows ? bounded.lines : []),
    ...evidenceLines(rests.evidence),
    ...links.map(
      ({ uri, bytes }) => `all rows: the resource ${uri} of this server (JSON lines, ${bytes} bytes)`,
    ),
    ...(bounded.isCut || rests.isCut ? [cutLine(links)] : []),
    ...(newer === undefined
      ? []
      : [`workspace: ${newer} (newer than the one that was named, and handed in as it is now)`]),
    ...warnings.flatMap((finding) => renderFinding("warning", finding)),
  ].join("\n");
  return {
    type: "result",
    text,
    data: {
      text,
      answer: bounded.text,
      ...bounded.data,
      evidence: rests.evidence,
      ...(newer === undefined ? {} : { workspace: newer }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    },
    ...(links.length === 0 ? {} : { links }),
  };
}
