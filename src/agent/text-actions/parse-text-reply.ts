import type { Claim } from "../../environment/answer.ts";
import type { JsonObject } from "../../util/json.ts";
import type { ToolNames } from "../tool-names.ts";
import { isAskUser, readAskUser, withAskUser } from "./ask-user-text.ts";
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
  readonly claim?: { readonly claim: Claim; readonly environment?: string };
  readonly giveUp?: string;
  /** The arguments of `ask_user`. */
  readonly wish?: JsonObject;
  /** What stands behind `Assumption:`, wherever it stands. */
  readonly assumptions?: readonly string[];
}

/**
 * Reads a reply in the papers' form, `Thought: … Action: …` or `Final Answer: …`. The first decision counts; what follows it was
 * written without having seen its result, so that only action lines directly beneath it, and the draft handed in at their end, count with it. None of `call`, `claim`, `giveUp` and `wish` is there when the reply decides nothing.
 */
export function parseTextReply(written: string, names: ToolNames): TextDecision {
  const { call, further, handIn, ...decision } = parse(stripThinking(written), withAskUser(names));
  if (call === undefined) return decision;
  if (call.problem !== undefined) return { ...decision, call };
  if (isAskUser(call.tool)) return { ...decision, wish: call.arguments };
  const together = further === undefined || further.length === 0 ? {} : { further };
  return { ...decision, call, ...together, ...(handIn === undefined ? {} : { handIn }) };
}

function parse(text: string, names: ToolNames): TextDecision {
  const sections = replySections(text);
  const thoughts: string[] = [];
  const assumed = sections.filter(({ label }) => label === "assumptions").flatMap(linesOf);
  const assumptions = assumed.length === 0 ? {} : { assumptions: assumed };
  for (const [i, section] of sections.entries()) {
    if (section.label === "thought") thoughts.push(section.text);
    const decision = decisionOf(section, sections[i + 1], names);
    if (decision === undefined) continue;
    const more = decision.call === undefined ? {} : followingCalls(sections.slice(i + 1), names);
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
  for (const [i, section] of sections.entries()) {
    if (section.label === "action-input") continue;
    const { call, claim } = decisionOf(section, sections[i + 1], names) ?? {};
    if (section.label === "final-answer" && claim?.claim.text === undefined) {
      const environment = claim?.environment;
      return { further, handIn: environment === undefined ? {} : { environment } };
    }
    if (call === undefined || call.problem !== undefined || isAskUser(call.tool)) break;
    further.push(call);
  }
  return { further };
}

function linesOf({ text }: ReplySection): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, "").trim())
    .filter((line) => line !== "" && !/^none[.]?$/iu.test(line));
}

type Decision = Omit<TextDecision, "thought">;

function decisionOf(
  section: ReplySection,
  next: ReplySection | undefined,
  names: ToolNames,
): Decision | undefined {
  switch (section.label) {
    case "final-answer": {
      const environment = section.name;
      return {
        claim: { claim: claimOf(section.text), ...(environment === undefined ? {} : { environment }) },
      };
    }
    case "give-up":
      return { giveUp: section.text };
    case "ask-user":
      return { wish: readAskUser(section.text) };
    case "action":
      return actionOf(next?.label === "action-input" ? `${section.text} ${next.text}` : section.text, names);
    default:
      return undefined;
  }
}

function actionOf(written: string, names: ToolNames): Decision {
  const control = /^[*_`\s]*(final[ _]answer|finish|give[ _]up)\b[*_`\s]*[:([]?([\s\S]*)$/iu.exec(written);
  if (control !== null && names.find(control[1] ?? "") === undefined) {
    const content = (control[2] ?? "")
      .replace(/[)\]]\s*$/u, "")
      .replace(/^\s*(?:answer|reason)\s*[=:]\s*/u, "")
      .trim();
    const text = /^(["'`])[\s\S]*\1$/u.test(content) ? content.slice(1, -1) : content;
    return /^give/iu.test(control[1] ?? "") ? { giveUp: text } : { claim: { claim: claimOf(text) } };
  }
  return { call: parseCall(written.replace(SPACED_ASK_USER, "ask_user"), names) };
}

const SPACED_ASK_USER = /^[*_`\s]*ask[ _-](?:the[ _-])?(?:user|person)(?=[*_`\s]*[([:])/iu;

/** Decisions without a label of their own line: "…, so the Final Answer: X", a bare call, a call as JSON. */
function inline(text: string, names: ToolNames): TextDecision | undefined {
  const label = /(?<=[\s.*])\**(final answer|action)\**[ \t]*[:：]\**[ \t]*(?=\S)/iu.exec(text);
  if (label !== null) {
    const rest = text.slice(label.index + label[0].length);
    const thought = text.slice(0, label.index).trim();
    if (/^final/iu.test(label[1] ?? "")) return { thought, claim: { claim: claimOf(rest) } };
    const call = parseCall(rest, names);
    if (call.problem === undefined && call.tool !== undefined) return { thought, call };
  }
  for (const candidate of bareCalls(text)) {
    const content = stripFence(candidate.text.replace(/<\/?tool_call>/giu, "").trim());
    const begins = /^([A-Za-z_][\w.-]*)\s*\(/u.exec(content)?.[1];
    const isCall = begins !== undefined && names.find(begins) !== undefined;
    const call = isCall ? parseCall(content, names) : callAsJson(content, names);
    if (call !== undefined) return { thought: text.slice(0, candidate.at).trim(), call };
  }
  return undefined;
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
  reasoning: "thought",
  action: "action",
  "action input": "action-input",
  input: "action-input",
  observation: "observation",
  "final answer": "final-answer",
  "give up": "give-up",
  "ask user": "ask-user",
  "ask the user": "ask-user",
  "ask person": "ask-user",
  "ask the person": "ask-user",
  assumption: "assumptions",
  assumptions: "assumptions",
  assumed: "assumptions",
};

/** A label at the start of a line, however it is decorated: `**Action:**`, `### Action 2:`, `- Final Answer [shop]:`. */
const LINE_LABEL =
  /^[ \t]*(?:[#>*_-]+[ \t]*)*(thought|reasoning|action[ _]input|action|observation|final[ _]answer|give[ _]up|ask[ _](?:the[ _])?(?:user|person)|assumptions?|assumed)[ \t]*(?:\d+[ \t]*)?(?:\[([^\]\n]*)\][ \t]*)?(?:[*_]+)?[ \t]*[:：][ \t]*(?:[*_]{2}(?=\s|$|\S))?/gimu;

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
