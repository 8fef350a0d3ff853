import { FuxiError } from "../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyRequest } from "../policy-request.ts";
import type { Policy, PolicyContext } from "../strategy.ts";

/** A reply of which only the decision need be written. */
export type ScriptedReply = Partial<PolicyReply>;

/**
 * Replies written down beforehand. A list is read by the number of steps in the transcript, a record by the id of the command, so that a resumed run goes on at the right
 * place; a function decides for itself.
 */
export type Script =
  | readonly ScriptedReply[]
  | Readonly<Record<string, ScriptedReply>>
  | ((request: PolicyRequest, context: PolicyContext) => ScriptedReply | Promise<ScriptedReply>);

/**
 * A policy that says what was written down beforehand, for tests and demonstrations.
 * @throws FuxiError `replay-miss` where the script has no reply for the step
 */
export function scriptedPolicy(script: Script, id = "scripted"): Policy {
  return {
    id,
    async reply(request, context) {
      const reply = await find(script, request, context);
      if (reply === undefined) {
        throw new FuxiError("replay-miss", `The script has no reply for the command ${context.command}.`);
      }
      return { thought: "", actions: [], usage: NO_USAGE, ...reply };
    },
  };
}

async function find(
  script: Script,
  request: PolicyRequest,
  context: PolicyContext,
): Promise<ScriptedReply | undefined> {
  if (typeof script === "function") return await script(request, context);
  if (isList(script)) return script[request.transcript.filter(({ type }) => type === "step").length];
  return script[context.command];
}

function isList(script: Exclude<Script, (...args: never) => unknown>): script is readonly ScriptedReply[] {
  return Array.isArray(script);
}
