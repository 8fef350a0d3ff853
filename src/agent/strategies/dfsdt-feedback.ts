import type { Action } from "../../environment/action.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { TranscriptItem } from "../policy-request.ts";
import { renderCall } from "../text-actions/render-call.ts";

/** Each of these is read again in every later step. */
const LONGEST_WAY = 300;
const LONGEST_REASON = 200;

export const TOO_LONG = "the way grew too long without an answer";

/** One way that was tried, in short: its calls, and why it came to nothing. */
export function triedWay(branch: readonly TranscriptItem[], reason: string, several: boolean): string {
  const nameOf = ({ environment, tool }: Action): string => (several ? `${environment}__${tool}` : tool);
  const calls = branch.flatMap((item) =>
    item.type === "step"
      ? item.actions.map(({ action }) => renderCall(nameOf(action), action.arguments))
      : [],
  );
  const claimed = branch.some((item) => item.type === "step" && item.claim !== undefined);
  const way = [...calls, ...(claimed ? ["an answer that was refused"] : [])].join(", then ");
  return `${clipped(way || "no action", LONGEST_WAY)}: ${clipped(reason, LONGEST_REASON)}`;
}

/** What the policy is told where it stands again (ToolLLM's prompt for diversity, in short). */
export function tryAnotherWay(tried: readonly string[]): string {
  const ways = tried.map((way) => `- ${way}`).join("\n");
  return `You stand here again, and what was done after this point is undone. It was tried before and came to nothing:\n${ways}\nGo another way than ${tried.length === 1 ? "this" : "these"}.`;
}

/** Where nothing is left to go back to but what cannot be undone. */
export function cannotGoBack(effect: string, reason: string): string {
  return `This way came to nothing (${clipped(reason, LONGEST_REASON)}), but there is no going back before ${effect}, which has taken effect outside. Go on from here another way, or give up with the reason.`;
}

function clipped(text: string, most: number): string {
  const line = visibleText(text.replace(/\s+/gu, " ").trim());
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
