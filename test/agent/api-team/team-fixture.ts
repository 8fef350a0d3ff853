import { type ScriptedReply, scriptedPolicy } from "../../../src/agent/policies/scripted-policy.ts";
import type { RoleRequest } from "../../../src/agent/policy-request.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../../src/agent/run-options.ts";
import { apiTeam } from "../../../src/agent/strategies/api-team/api-team.ts";
import type { UserProxy } from "../../../src/clarification/user-proxy.ts";
import type { Clarification, ClarificationReply } from "../../../src/trajectory/clarification.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { runOptions } from "../../support/run-fixture.ts";
import { filmApi } from "./film-api.ts";

/** What a role says: an output, or a reply that is none. */
export type Line = readonly [role: string, says: JsonObject | { readonly reply: ScriptedReply }];

export interface Heard {
  readonly role: string;
  readonly request: RoleRequest;
}

/** Roles that say their lines in order; each command hears the same line again when it is asked again. */
export function cast(lines: readonly Line[]) {
  const heard: Heard[] = [];
  const given = new Map<string, Line | undefined>();
  const policy = scriptedPolicy((request, { role, command }) => {
    if (request.kind !== "role") throw new Error(`A ${request.kind} was asked for.`);
    if (!given.has(command)) {
      given.set(command, lines[given.size]);
      heard.push({ role, request });
    }
    const line = given.get(command);
    if (line?.[0] !== role) {
      throw new Error(`${given.size}: ${role} was asked, not ${line?.[0] ?? "nobody"}:\n${request.input}`);
    }
    return "reply" in line[1] ? (line[1].reply as ScriptedReply) : { output: line[1] };
  });
  return { policy, heard };
}

/** A person who gives these answers in order, and none after them. */
export function person(replies: readonly (string | ClarificationReply)[]) {
  const asked: Clarification[] = [];
  const userProxy: UserProxy = {
    ask: async (clarification) => {
      const reply = replies[asked.push(clarification) - 1];
      if (reply === undefined) return { type: "unavailable" };
      return typeof reply === "string" ? { type: "answered", text: reply } : reply;
    },
  };
  return { userProxy, asked };
}

export interface Scene {
  readonly question: string;
  readonly lines: readonly Line[];
  readonly says?: readonly (string | ClarificationReply)[];
}

export function teamOptions({ question, lines, says = [] }: Scene, more: Partial<RunTaskOptions> = {}) {
  const { policy, heard } = cast(lines);
  const { userProxy, asked } = person(says);
  const options: RunTaskOptions = runOptions([], {
    environments: [filmApi()],
    task: { question },
    strategy: apiTeam(),
    policy,
    userProxy,
    ...more,
  });
  return { options, heard, asked };
}

export async function play(scene: Scene, more: Partial<RunTaskOptions> = {}) {
  const { options, heard, asked } = teamOptions(scene, more);
  const result = await runTask(options);
  const { outcome } = result;
  if (outcome.type === "failed") throw new Error(outcome.message);
  if (heard.length < scene.lines.length) {
    throw new Error(`Only ${heard.length} lines were said: ${JSON.stringify(outcome)}`);
  }
  const last = (role: string) => heard.findLast((each) => each.role === role)?.request;
  return { ...result, heard, asked, last, roles: heard.map(({ role }) => role) };
}

/** The lines of a step that goes through: planned, chosen, called and read. */
export function stepLines(
  step: string,
  operation: string,
  given: JsonObject,
  expression = "$",
): readonly Line[] {
  return [
    ["planner", { thought: "Next.", step }],
    ["selector", { thought: "This one.", operation, purpose: `to ${step}` }],
    ["caller", { thought: "So.", arguments: given, extract: "names and ids" }],
    ["parser", { thought: "All.", expression }],
  ];
}
