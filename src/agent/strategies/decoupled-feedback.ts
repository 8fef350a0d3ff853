import type { ReplyProblem } from "../../trajectory/policy-reply.ts";
import { startOf } from "../../util/clipped-text.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Permitted } from "../policy-request.ts";

/** Of the options, no more than this are written into the main context. */
const SHOWN_OPTIONS = 8;
const FIRST_OPTIONS = 4;
/** Of one tool. */
const SHOWN_WAYS = 3;
/** A query may be as long as it likes. */
const LONGEST_LABEL = 200;

export const NO_THOUGHT =
  "Your reply held neither a thought nor a final answer. Reply with what to do next, or with the final answer.";

/** Read only where the run is resumed with a higher limit. */
export const NOT_ACTED =
  "Nothing was done about your last thought, because the limit of steps had been reached.";

export const FREE_ACTION =
  "No action was taken: nothing that was offered does this. Take the action that you need yourself now, written out in full.";

export function unusableThought({ message }: ReplyProblem): string {
  return `Your reply could not be used: ${message} Reply with what to do next, or with the final answer.`;
}

/** The first time: which tools can work now, and the likeliest actions. */
export function nothingFits(options: readonly Permitted[], several: boolean): string {
  const tools = Map.groupBy(options, (option) => {
    const { environment, tool } = option.type === "action" ? option.action : option;
    return several ? `${environment}__${tool}` : tool;
  });
  const names = [...tools].map(([name, ways]) => (ways.length === 1 ? name : `${name} ${waysOf(ways)}`));
  return `No action was taken: nothing that can work now does this. What can work now: ${names.join(", ")}; first of all ${shownLabels(options, FIRST_OPTIONS)}. Say what to do next with one of these, with names from the question or from results; what a variable can do often has to be listed for it first.`;
}

/** `(letters/) or (notes/)`: what a tool can be called with, its own name left out. */
function waysOf(options: readonly Permitted[]): string {
  const shown = options.slice(0, SHOWN_WAYS).map((option) => {
    const { tool } = option.type === "action" ? option.action : option;
    const label = labelOf(option);
    return label.startsWith(`${tool}(`) ? label.slice(tool.length) : label;
  });
  const more = options.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" or ");
}

function labelOf({ label }: Permitted): string {
  return visibleText(startOf(label.replace(/\s+/gu, " ").trim(), LONGEST_LABEL));
}

function shownLabels(options: readonly Permitted[], most: number): string {
  return options.slice(0, most).map(labelOf).join(" | ");
}

/** The second time: the options themselves, best first. */
export function theseAreOffered(options: readonly Permitted[]): string {
  return `No action was taken again. Among what can work now: ${shownLabels(options, SHOWN_OPTIONS)}. Say which of these to take, or give the final answer.`;
}
