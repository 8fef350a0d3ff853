import { toldAnswer, toldEvidence } from "../../environment/egress/told-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Workspace } from "../../environment/workspace.ts";
import { observeConclude } from "../../telemetry/observe-run.ts";
import type { JsonObject } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { actContextOf, type ServiceBounds } from "../act-context-of.ts";
import type { Caller } from "../caller.ts";
import { readHandle as namedWorkspace } from "../workspaces/handle.ts";
import type { Workspaces } from "../workspaces/workspaces.ts";
import { LOOKING } from "./annotations-of.ts";
import { concludeReply } from "./conclude-reply.ts";
import { readHandle } from "./handle-argument.ts";
import type { McpTool, ToolReply } from "./mcp-tool.ts";

export interface ConcludeOptions extends ServiceBounds {
  readonly environments: readonly Environment[];
  readonly workspaces: Workspaces;
}

/** Turns what was built in a workspace, or a claim, into an answer with what it rests on. */
export function concludeTool(options: ConcludeOptions): McpTool {
  const { environments, workspaces } = options;
  const several = environments.length > 1;
  return {
    definition: {
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
    },
    async call(given: JsonObject, caller: Caller): Promise<ToolReply> {
      const read = readHandle(given, "conclude");
      if (read.failure !== undefined) return { type: "failure", failure: read.failure };
      const chosen = chosenEnvironment(read.input, environments);
      if (chosen.failure !== undefined) return { type: "failure", failure: chosen.failure };
      if (read.handle === undefined) return { type: "failure", failure: lacksHandle() };
      const held = await workspaces.read(read.handle, caller);
      if (held.failure !== undefined) return { type: "failure", failure: held.failure };
      const { environment, claim } = chosen;
      const { content } = held.held;
      const workspace = content.workspaces[environment.id];
      if (workspace === undefined) return { type: "failure", failure: lacksHandle() };
      const context = actContextOf(caller, options, content.allowed);
      const text = claim === undefined || claim.trim() === "" ? {} : { text: claim };
      const concluded = await observeConclude(environment, () =>
        environment.conclude(workspace, text, context),
      );
      if (concluded.failure !== undefined) return { type: "failure", failure: concluded.failure };
      const { version = held.held.version } = namedWorkspace(read.handle) ?? {};
      const newer = version < held.held.version ? held.held.handle : undefined;
      const { egress: level } = environment;
      const shown =
        level === undefined
          ? concluded
          : {
              ...concluded,
              answer: toldAnswer(concluded.answer, level, await environment.egressWords?.names(context)),
              evidence: toldEvidence(concluded.evidence, writtenIn(workspace, environment, claim), level),
            };
      return concludeReply(shown, { claim, newer, characters: options.limits.characters });
    },
  };
}

/** What of the evidence the caller has written itself. */
const writtenIn = (workspace: Workspace, environment: Environment, claim = ""): readonly string[] => [
  claim,
  ...(environment.egressWords?.written(workspace) ?? []),
];

/** What an answer can be made of, by what the environments can do. */
function claims(environments: readonly Environment[]): string {
  const can = (name: keyof Environment["capabilities"]): boolean =>
    environments.some(({ capabilities }) => capabilities[name] !== undefined);
  const draft = can("sql") ? ["the draft as it stands, or a query as `claim`"] : [];
  const variable = can("graph") ? ["a variable as `claim`, such as #3"] : [];
  const words = can("api") ? ["words, or the name of an extraction such as e2, as `claim`"] : [];
  const all = [...draft, ...variable, ...words];
  return all.length === 0 ? "the workspace as it stands, or `claim`" : all.join("; ");
}

type Chosen =
  | { readonly environment: Environment; readonly claim?: string; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly environment?: never; readonly claim?: never };

function chosenEnvironment(input: JsonObject, environments: readonly Environment[]): Chosen {
  const { claim, environment: id, ...rest } = input;
  const [unknown] = Object.keys(rest);
  const failed = (
    argument: string,
    message: string,
    suggestions: ToolFailure["suggestions"] = [],
  ): Chosen => ({
    failure: { code: "invalid-arguments", message, part: { argument }, suggestions },
  });
  const takes = `conclude takes workspace, claim${environments.length > 1 ? " and environment" : ""}.`;
  if (unknown !== undefined) return failed(unknown, `conclude has no argument "${unknown}". ${takes}`);
  if (claim !== undefined && claim !== null && typeof claim !== "string")
    return failed("claim", `Argument "claim" is text. ${takes}`);
  const [only, ...others] = environments;
  const ids = environments.map((each) => each.id);
  const named = typeof id === "string" ? environments.find((each) => each.id === id) : undefined;
  const environment = named ?? (others.length === 0 && id === undefined ? only : undefined);
  if (environment === undefined) {
    const near = typeof id === "string" ? nearestNames(id, ids, { limit: 3 }).map(({ name }) => name) : ids;
    return failed(
      "environment",
      `Argument "environment" says where the answer is taken from: one of ${ids.join(", ")}.`,
      near.map((text) => ({ text })),
    );
  }
  return { environment, ...(typeof claim === "string" ? { claim } : {}) };
}

function lacksHandle(): ToolFailure {
  return {
    code: "invalid-arguments",
    message: 'conclude lacks its argument "workspace": the handle that the last call returned.',
    part: { argument: "workspace" },
    suggestions: [{ text: "open_workspace", reason: "returns the handle of a new workspace" }],
  };
}
