import type { Policy } from "../../agent/policy.ts";
import type { PolicyRequest } from "../../agent/policy-request.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { CountTokens } from "./count-tokens.ts";
import { type PartTokens, totalTokens } from "./prompt-parts.ts";
import { requestTokens } from "./request-tokens.ts";
import { type AskedAs, sentRequest } from "./sent-request.ts";

export interface MeterOptions {
  readonly asked: AskedAs;
  readonly count: CountTokens;
  /** What stands as the thought of a step that comes without one; policies that are no models think none. */
  readonly thought?: (reply: PolicyReply) => string;
  /** Told of each request with its tokens. */
  readonly onRequest?: (parts: PartTokens, request: PolicyRequest) => void;
}

/** The policy, with the input tokens of the requests that a language model would have been sent in its place as its usage. */
export function meteredPolicy(policy: Policy, { asked, count, thought, onRequest }: MeterOptions): Policy {
  return {
    id: policy.id,
    async reply(request, context) {
      const parts = requestTokens(request, await sentRequest(request, context, asked), count);
      onRequest?.(parts, request);
      const reply = await policy.reply(request, context);
      const usage = { calls: 1, inputTokens: totalTokens(parts) };
      const isSilent = request.kind === "step" && reply.thought === "" && reply.raw === undefined;
      return isSilent && thought !== undefined
        ? { ...reply, usage, thought: thought(reply) }
        : { ...reply, usage };
    },
  };
}
