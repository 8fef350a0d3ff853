import type { PolicyReply } from "../../trajectory/policy-reply.ts";

/** A thought of the length of those in the papers' demonstrations (some 25 tokens) for policies that think none. */
export function plainThought({ actions, claim }: Pick<PolicyReply, "actions" | "claim">): string {
  const tools = [...new Set(actions.map(({ tool }) => tool))];
  if (tools.length > 0) {
    return `What I know so far is not enough to answer the question. With ${tools.join(" and ")} I take the next step towards it.`;
  }
  return claim === undefined
    ? "Nothing here leads to an answer."
    : "Everything that the question asks for is there and has been checked, so this is the answer.";
}
