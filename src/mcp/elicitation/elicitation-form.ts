import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { PersonAnswer, PersonQuestion } from "../tools/mcp-tool.ts";

/** A choice is read at a glance. */
const LONGEST_CHOICE = 200;
/** An answer that is longer is not taken at all: half of one could mean the opposite. */
const LONGEST_ANSWER = 2000;
const MOST_CHOICES = 8;
const ALWAYS = "always";

/**
 * A question as a form of MCP elicitation: `answer` is one of the choices, `other` the person's own words, `remember` whether it holds for later
 * questions. Texts only, so that the form is valid in every revision of the protocol since 2025-11-25.
 */
export function elicitationForm(question: PersonQuestion): ElicitRequestFormParams {
  const { message, ownWords, offersToRemember = false } = question;
  const choices = choiceTexts(question.choices);
  const free = ownWords || choices.length === 0;
  return {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: {
        ...(choices.length === 0 ? {} : { answer: choiceOf(choices) }),
        ...(free ? { other: inOwnWords(choices.length > 0) } : {}),
        ...(offersToRemember ? { remember: REMEMBER } : {}),
      },
      ...(choices.length > 0 && free ? {} : { required: [free ? "other" : "answer"] }),
    },
  };
}

/**
 * What came back for a form, which may be anything: declined and unusable are one. Own words win over a choice.
 * @param choices of the question, as they were asked
 */
export function readElicitation(result: unknown, choices: readonly string[]): PersonAnswer {
  if (!isObject(result as Json)) return { type: "declined" };
  const { action, content } = result as { readonly action?: unknown; readonly content?: Json };
  if (action === "cancel") return { type: "cancelled" };
  if (action !== "accept" || !isObject(content)) return { type: "declined" };
  const written = textOf(content["other"]) || textOf(content["answer"]);
  if (written === "" || written.length > LONGEST_ANSWER) return { type: "declined" };
  const remember = content["remember"] === ALWAYS ? { remember: true } : {};
  const choice = choiceNamed(written, choices);
  return choice === undefined
    ? { type: "answered", text: written, ...remember }
    : { type: "answered", text: choices[choice] ?? written, choice, ...remember };
}

const choiceOf = (choices: readonly string[]) => ({
  type: "string" as const,
  title: "Answer",
  oneOf: choices.map((text) => ({ const: text, title: text })),
});

const inOwnWords = (besideChoices: boolean) => ({
  type: "string" as const,
  title: besideChoices ? "Something else" : "Answer",
  ...(besideChoices ? { description: "In your own words, where none of the answers fits." } : {}),
  maxLength: LONGEST_ANSWER,
});

const REMEMBER = {
  type: "string" as const,
  title: "Holds",
  oneOf: [
    { const: "once", title: "only this time" },
    { const: ALWAYS, title: "always, for these words" },
  ],
  default: "once",
};

/** The choices in one short line each; what has become the same is numbered, since it is told apart by nothing else. */
function choiceTexts(choices: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const choice of choices.slice(0, MOST_CHOICES)) {
    // Runs of spaces stay: they may be all that tells two values apart.
    const line = visibleText(choice.trim()).replace(/[^\S ]+/gu, " ");
    const short = line.length <= LONGEST_CHOICE ? line : `${line.slice(0, LONGEST_CHOICE - 1)}…`;
    texts.push(texts.includes(short) ? `${short} (${texts.length + 1})` : short);
  }
  return texts;
}

/** Its text as it was shown, or but for case and spacing, where no other can be meant. */
function choiceNamed(written: string, choices: readonly string[]): number | undefined {
  const texts = choiceTexts(choices);
  const exact = texts.indexOf(written);
  if (exact >= 0) return exact;
  const same = texts.flatMap((text, at) => (folded(text) === folded(written) ? [at] : []));
  return same.length === 1 ? same[0] : undefined;
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value.trim() : "");

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, " ").trim();
