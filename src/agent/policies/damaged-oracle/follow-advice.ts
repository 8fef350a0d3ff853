import type { Action } from "../../../environment/action.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../../util/nearest-names.ts";
import type { Advice } from "../../policy-request.ts";
import { parseCall } from "../../text-actions/parse-call.ts";
import type { ToolNames } from "../../tool-names.ts";

export type Followed =
  /** The action with the suggestion in place. */
  | { readonly mended: Action; readonly before?: never }
  /** Another action, to be taken before it. */
  | { readonly before: Action; readonly mended?: never };

/**
 * The first suggestion, put in place of what it replaces, or taken as the call that it is; undefined where it cannot be. A call with a gap,
 * `from("…")`, is filled with what its reader has at hand: the text of the action that failed. Another tool's call with that same text stands in its place.
 */
export function followAdvice(
  action: Action,
  advice: Advice | undefined,
  names: ToolNames,
): Followed | undefined {
  const [suggestion] = advice?.suggestions ?? [];
  if (advice === undefined || suggestion === undefined) return undefined;
  const { part } = advice;
  const { text } = suggestion;
  const replaces = suggestion.replaces ?? part?.text;
  const before = suggestion.replaces === undefined ? callOf(text, action, names) : undefined;
  if (before !== undefined) {
    if (isOpen(before)) return { mended: filled(before, action) };
    return isSameText(before, action) ? { mended: before } : { before };
  }
  if (replaces === action.tool && names.tools.some(({ tool }) => tool.name === text)) {
    return { mended: { ...action, tool: text } };
  }
  const texts = Object.entries(action.arguments).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const wanted = texts.filter(([name]) => part?.argument === undefined || name === part.argument);
  const found = (wanted.length > 0 ? wanted : texts).find(
    ([, value]) => replaces === undefined || value.includes(replaces),
  );
  if (found === undefined) return undefined;
  const [name, value] = found;
  const whole = part?.argument !== undefined || (texts.length === 1 && isNear(value, text));
  if (replaces === undefined && !whole) return undefined;
  const mended = replaces === undefined ? text : replacedIn(value, replaces, text, part?.start ?? 0);
  return { mended: { ...action, arguments: { ...action.arguments, [name]: mended } } };
}

const GAP = "…";

function isOpen({ arguments: given }: Action): boolean {
  return Object.values(given).includes(GAP);
}

function filled(open: Action, failed: Action): Action {
  const text = longestText(failed) ?? GAP;
  const given = Object.entries(open.arguments).map(([name, value]) => [name, value === GAP ? text : value]);
  return { ...open, arguments: Object.fromEntries(given) };
}

/** All that the failed action said is in the suggested call. */
function isSameText(suggested: Action, failed: Action): boolean {
  const [now, then] = [suggested, failed].map(({ arguments: given }) => Object.values(given).join("\n"));
  return suggested.tool !== failed.tool && now === then;
}

/** What an action mostly says. */
export function longestText({ arguments: given }: Action): string | undefined {
  const texts = Object.values(given).filter((value) => typeof value === "string");
  return texts.toSorted((a, b) => b.length - a.length)[0];
}

function isNear(word: string, name: string): boolean {
  return (nearestNames(word, [name], { limit: 1 })[0]?.score ?? 0) >= SUGGESTION_SCORE;
}

function callOf(text: string, { environment }: Action, names: ToolNames): Action | undefined {
  if (!/^[A-Za-z_][\w-]*\([\s\S]*\)$/u.test(text.trim())) return undefined;
  const call = parseCall(text, names);
  if (call.problem !== undefined || call.tool?.environment !== environment) return undefined;
  return { environment, tool: call.tool.tool.name, arguments: call.arguments };
}

/** At the place that is named, where it stands there; else at its first place. */
function replacedIn(value: string, replaces: string, text: string, start: number): string {
  const there = value.indexOf(replaces, start);
  const at = there >= 0 ? there : value.indexOf(replaces);
  return value.slice(0, at) + text + value.slice(at + replaces.length);
}
