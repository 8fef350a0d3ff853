import type { Claim } from "../../environment/answer.ts";
import type { JsonObject } from "../../util/json.ts";
import type { ToolNames } from "../tool-names.ts";
import { ASK_USER, FINAL_ANSWER, GIVE_UP, isControl, readAskUser, withControls } from "./control-calls.ts";
import { stripFence, stripThinking } from "./literal-reader.ts";
import { callAsJson, type ParsedCall, parseCall } from "./parse-call.ts";

/** What a reply in words decides. */
export interface TextDecision {
  readonly thought: string;
  readonly call?: ParsedCall;
  /** Calls that follow it directly, each on an action line of its own. */
  readonly further?: readonly ParsedCall[];
  /** Where the draft is to be handed in after the calls; present where the reply ends so. */
  readonly handIn?: { readonly environment?: string };
  /** An answer, giving up or a question to the person, as the call that it would be. */
  readonly control?: { readonly name: string; readonly given: JsonObject };
  /** What stands behind `Assumption:`, wherever it stands. */
  readonly assumptions?: readonly string[];
}

/**
 * Reads a reply in the papers' form, `Thought: … Action: …` or `Final Answer: …`. The first decision counts; what follows it was
 * written without having seen its result, so that only action lines directly beneath it, and the draft handed in at their end, count with it.
 * Neither `call` nor `control` is there when the reply decides nothing.
 */
export function parseTextReply(written: string, all: ToolNames): TextDecision {
  const text = stripThinking(written);
  const names = withControls(all);
  const sections = replySections(text);
  const thoughts: string[] = [];
  const assumed = sections.filter(({ label }) => label === "assumptions").flatMap(linesOf);
  const assumptions = assumed.length === 0 ? {} : { assumptions: assumed };
  for (const [i, section] of sections.entries()) {
    if (section.label === "thought") thoughts.push(section.text);
    const decision = decisionOf(section, sections[i + 1], names);
    if (decision === undefined) continue;
    const isCall = decision.call !== undefined && decision.call.problem === undefined;
    const more = isCall ? followingCalls(sections.slice(i + 1), names) : {};
    return { thought: thoughts.join("\n"), ...decision, ...more, ...assumptions };
  }
  return inline(text, names) ?? { thought: thoughts.join("\n").trim() };
}

/** Action lines that stand directly beneath the first one, up to anything else. */
function followingCalls(
  sections: readonly ReplySection[],
  names: ToolNames,
): Pick<TextDecision, "further" | "handIn"> {
  const further: ParsedCall[] = [];
  const together = () => (further.length === 0 ? {} : { further });
  for (const [i, section] of sections.entries()) {
    if (section.label === "action-input" || section.label === "assumptions") continue;
    const { call, control } = decisionOf(section, sections[i + 1], names) ?? {};
    const isDraft = section.label === "final-answer" && claimOf(section.text).text === undefined;
    const { name } = section;
    if (control !== undefined && isDraft)
      return { ...together(), handIn: name === undefined ? {} : { environment: name } };
    if (call === undefined || call.problem !== undefined) break;
    further.push(call);
  }
  return together();
}

function linesOf({ text }: ReplySection): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, "").trim())
    .filter((line) => line !== "" && !/^none[.]?$/iu.test(line));
}

type Decision = Omit<TextDecision, "thought">;

function decisionOf(
  { label, text, name }: ReplySection,
  next: ReplySection | undefined,
  names: ToolNames,
): Decision | undefined {
  switch (label) {
    case "final-answer": {
      const environment = name === undefined ? {} : { environment: name };
      return { control: { name: FINAL_ANSWER, given: { answer: text, ...environment } } };
    }
    case "give-up":
      return { control: { name: GIVE_UP, given: { reason: text } } };
    case "ask-user":
      return { control: { name: ASK_USER, given: readAskUser(text) } };
    case "action":
      return called(parseCall(next?.label === "action-input" ? `${text} ${next.text}` : text, names));
    default:
      return undefined;
  }
}

function called(call: ParsedCall): Decision {
  return call.problem === undefined && isControl(call.tool)
    ? { control: { name: call.tool?.name ?? call.name, given: call.arguments } }
    : { call };
}

/** Decisions without a label of their own line: "…, so the Final Answer: X", a bare call, a call as JSON. */
function inline(text: string, names: ToolNames): TextDecision | undefined {
  const label = /(?<=[\s.*])\**(final answer|action)\**[ \t]*[:：]\**[ \t]*(?=\S)/iu.exec(text);
  if (label !== null) {
    const rest = text.slice(label.index + label[0].length);
    const thought = text.slice(0, label.index).trim();
    if (/^final/iu.test(label[1] ?? ""))
      return { thought, control: { name: FINAL_ANSWER, given: { answer: rest } } };
    const call = parseCall(rest, names);
    if (call.problem === undefined && call.tool !== undefined) return { thought, ...called(call) };
  }
  for (const candidate of bareCalls(text)) {
    const content = stripFence(candidate.text.replace(/<\/?tool_call>/giu, "").trim());
    const begins = /^([A-Za-z_][\w.-]*)\s*\(/u.exec(content)?.[1];
    const isCall = begins !== undefined && names.find(begins) !== undefined;
    const call = isCall ? parseCall(content, names) : callAsJson(content, names);
    if (call !== undefined) return { thought: text.slice(0, candidate.at).trim(), ...called(call) };
  }
  return undefined;
}

/** The first call that stands in full within the words of a thought: `…, so I check check_query("SELECT …").` */
export function callWithin(
  thought: string,
  names: ToolNames,
): Exclude<ParsedCall, { readonly problem: string }> | undefined {
  const begins = [...thought.matchAll(/(?<![\w.:-])[A-Za-z_][\w-]*(?=\(\s*(?:["']|\w+\s*=))/gu)];
  const found = begins.find(([name]) => names.find(name) !== undefined);
  const call = found && parseCall(thought.slice(found.index), names);
  return call?.problem === undefined ? call : undefined;
}

/** Places where a call may stand alone: fences, tool call marks, and from a line that begins like a call to the end. */
function bareCalls(text: string): readonly { readonly at: number; readonly text: string }[] {
  const marked = [...text.matchAll(/<tool_call>[\s\S]*?(?:<\/tool_call>|$)|```[\s\S]*?```/giu)];
  const lines = [...text.matchAll(/^[ \t]*(?:`?[A-Za-z_][\w.-]*\(|\{)[\s\S]*/gmu)];
  return [...marked, ...lines].map((match) => ({ at: match.index, text: match[0] }));
}

type SectionLabel =
  | "thought"
  | "action"
  | "action-input"
  | "observation"
  | "final-answer"
  | "give-up"
  | "ask-user"
  | "assumptions";

interface ReplySection {
  readonly label: SectionLabel;
  readonly text: string;
  /** For `final-answer`: the name in brackets after the label, "Final Answer [shop]:". */
  readonly name?: string;
}

const LABELS: Readonly<Record<string, SectionLabel>> = {
  thought: "thought",
  action: "action",
  "action input": "action-input",
  observation: "observation",
  "final answer": "final-answer",
  "give up": "give-up",
  "ask user": "ask-user",
  assumption: "assumptions",
  assumptions: "assumptions",
};

/** A label at the start of a line, however it is decorated: `**Action:**`, `### Action 2:`, `- Final Answer [shop]:`. */
const LINE_LABEL =
  /^[ \t]*(?:[#>*_-]+[ \t]*)*(thought|action[ _]input|action|observation|final[ _]answer|give[ _]up|ask[ _]user|assumptions?)[ \t]*(?:\d+[ \t]*)?(?:\[([^\]\n]*)\][ \t]*)?(?:[*_]+)?[ \t]*[:：][ \t]*(?:[*_]{2}(?=\s|$|\S))?/gimu;

/** Cuts a reply at its labels. What stands before the first one is a thought. */
function replySections(text: string): readonly ReplySection[] {
  const sections: ReplySection[] = [];
  let label: SectionLabel = "thought";
  let name: string | undefined;
  let from = 0;
  const close = (to: number) => {
    const content = text.slice(from, to).trim();
    if (content !== "" || label !== "thought") {
      sections.push({ label, text: content, ...(name === undefined ? {} : { name }) });
    }
  };
  for (const match of text.matchAll(LINE_LABEL)) {
    close(match.index);
    label = LABELS[(match[1] ?? "").toLowerCase().replaceAll("_", " ")] ?? "thought";
    name = match[2]?.trim() || undefined;
    from = match.index + match[0].length;
  }
  close(text.length);
  return sections;
}

/** The claim behind `Final Answer:`. Empty, or "draft", is what the tools have built. */
export function claimOf(written: string): Claim {
  const fenced = [
    ...written.matchAll(/^[ \t]*```(?:sql|sqlite|postgresql|mysql|sparql)[ \t]*\n([\s\S]*?)```/gimu),
  ];
  const text = fenced.length === 1 ? (fenced[0]?.[1] ?? "").trim() : stripFence(withoutBold(written.trim()));
  return text === "" || /^["'(<]?(?:the |my )?(?:current |finished )?draft["')>]?[.]?$/iu.test(text)
    ? {}
    : { text };
}

function withoutBold(text: string): string {
  const bold = /^(\*\*|__)([\s\S]*)\1$/u.exec(text);
  return bold && !(bold[2] ?? "").includes(bold[1] ?? "") ? (bold[2] ?? "").trim() : text;
}
