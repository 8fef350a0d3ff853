import {
  type Script,
  type ScriptedReply,
  scriptedPolicy,
} from "../../../../src/agent/policies/scripted-policy.ts";
import type { RoleRequest } from "../../../../src/agent/policy-request.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../../../src/agent/run-options.ts";
import type { LongFormAnswer } from "../../../../src/trajectory/long-form-answer.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { runOptions } from "../../../support/run-fixture.ts";

export type Replies = Readonly<Record<string, readonly (JsonObject | ScriptedReply)[]>>;

const usage = { calls: 1, inputTokens: 100, outputTokens: 20 };

/** Replies of each role in turn, the last one for good. A command is answered the same whenever it is given. */
export function inTurn(replies: Replies): Extract<Script, (...given: never) => unknown> {
  const given = new Map<string, number>();
  const told = new Map<string, number>();
  return (_, { role, command }) => {
    const at = given.get(command) ?? told.get(role) ?? 0;
    if (!given.has(command)) {
      given.set(command, at);
      told.set(role, at + 1);
    }
    const list = replies[role] ?? [];
    const reply = list[Math.min(at, list.length - 1)] ?? {};
    return "problem" in reply ? { ...reply, usage } : { output: reply as JsonObject, usage };
  };
}

export interface Asked extends RoleRequest {
  readonly role: string;
}

/** A run with the requests that the roles were given. */
export async function reported(script: Script, more: Partial<RunTaskOptions>) {
  const requests: Asked[] = [];
  const inner = scriptedPolicy(script);
  const policy = {
    ...inner,
    reply: (...[request, context]: Parameters<typeof inner.reply>) => {
      if (request.kind === "role") requests.push({ ...request, role: context.role });
      return inner.reply(request, context);
    },
  };
  const result = await runTask({ ...runOptions([], more), policy });
  const { outcome } = result;
  const report: LongFormAnswer | undefined = outcome.type === "answered" ? outcome.report : undefined;
  const roles = requests.map(({ role }) => role);
  return { ...result, requests, roles, report };
}

/** What a role read, as one text. */
export function readBy(request: Asked | undefined): string {
  return [request?.instructions, request?.input, ...(request?.problems ?? [])].join("\n");
}

export const query = (step: number, purpose: string, sql: string, more: JsonObject = {}): JsonObject => ({
  step,
  purpose,
  sql,
  ...more,
});

export const report = (summary: string, more: JsonObject = {}): JsonObject => ({
  thought: "",
  title: "Report",
  summary,
  findings: [],
  ...more,
});
