/** Of what the input tokens of a request are made. */
export const PROMPT_PARTS = [
  /** How to work and to reply, and what each environment is. */
  "instructions",
  /** Names, parameters and descriptions of the tools. */
  "tools",
  /** What the environments say of their schema, whole or pruned to the question. */
  "schema",
  /** The question with what is given beside it. */
  "question",
  /** Thoughts and actions of the replies before. */
  "actions",
  /** Results of actions that went through, their warnings among them. */
  "observations",
  /** Refused actions and answers, unusable replies, and what the strategy says. */
  "feedback",
  /** Choices among permitted actions and arguments written for them, each a request of its own with all that it shows. */
  "choices",
  /** What providers put around each message. */
  "frame",
] as const;

/** One of `PROMPT_PARTS`. */
export type PromptPart = (typeof PROMPT_PARTS)[number];

/** Tokens of one request, or of several together, by part. */
export type PartTokens = Readonly<Record<PromptPart, number>>;

export const NO_TOKENS = Object.fromEntries(PROMPT_PARTS.map((part) => [part, 0])) as PartTokens;

export function addParts(a: PartTokens, b: PartTokens): PartTokens {
  return Object.fromEntries(PROMPT_PARTS.map((part) => [part, a[part] + b[part]])) as PartTokens;
}

export function totalTokens(parts: PartTokens): number {
  return PROMPT_PARTS.reduce((sum, part) => sum + parts[part], 0);
}
