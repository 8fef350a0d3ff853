export type SectionLabel =
  | "thought"
  | "action"
  | "action-input"
  | "observation"
  | "final-answer"
  | "give-up"
  | "ask-user"
  | "assumptions";

export interface ReplySection {
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
export function replySections(text: string): readonly ReplySection[] {
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
