import type { ReplyProblem } from "../../trajectory/policy-reply.ts";

/** What `react` says to the policy on its own account. Short: each is read again in every later step. */
export const LAST_STEP =
  "This is your last step: no further action will be taken. Give the final answer now, from what you have.";

/** Read only where the run is resumed with a higher limit. */
export const NOT_TAKEN = "Your last action was not taken, because the limit of steps had been reached.";

export const NO_DECISION = "Your reply held neither an action nor a final answer. Reply with one of them.";

/** A claim that came together with actions was made before their results could be seen. */
export const NOT_HANDED_IN =
  "Your answer was not handed in, because a call before it failed or warned. Mend what it names, or hand the answer in again.";

export function unusableReply({ message }: ReplyProblem): string {
  return `Your reply could not be used: ${message} Reply with an action or with the final answer.`;
}

export function refusedClaim(failure: string): string {
  return `Your answer was not accepted.\n${failure}`;
}

/** Read by policies that wish to ask though nobody offered it. */
export const ASKING_IS_OFF =
  "Your question was not put: nobody can be asked in this run. Take the likeliest meaning and say so as an assumption, or give up with the reason.";

/** Read only where the run is resumed with a higher limit. */
export const NOT_ASKED = "Your question was not put, because the limit of steps had been reached.";

export const DECLINED =
  "The person does not want to say. Go on with the likeliest meaning and say it as an assumption, or give up with the reason. Do not ask this again.";

export function refutedWish(guidance: string): string {
  return `Your question was not put. ${guidance}`;
}
