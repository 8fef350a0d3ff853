import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { shortened } from "../../util/clipped-text.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { PersonAnswer, PersonQuestion } from "../tools/mcp-tool.ts";

/** Characters. A choice has to be read at a glance. */
const LONGEST_CHOICE = 200;
/** Characters. Longer answers are rejected rather than cut: half an answer could mean the opposite. */
const LONGEST_ANSWER = 2000;
const MOST_CHOICES = 8;
const ALWAYS = "always";

/**
 * A question as an MCP elicitation form: `answer` is one of the choices, `other` the person's own words, `remember` whether the answer holds for later
 * questions. All fields are texts, so that the form is valid in every revision of the protocol since 2025-11-25.
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
 * Reads the content of a form, which may be anything. Unusable content counts as declined. Own words take precedence over a choice.
 * @param choices of the question, as asked
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

/** Each choice in a short line. Lines that became equal are numbered. */
function choiceTexts(choices: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const choice of choices.slice(0, MOST_CHOICES)) {
    // Runs of spaces stay: they may be the only difference between two values.
    const line = visibleText(choice.trim()).replace(/[^\S ]+/gu, " ");
    const short = shortened(line, LONGEST_CHOICE);
    texts.push(texts.includes(short) ? `${short} (${texts.length + 1})` : short);
  }
  return texts;
}

/** The index of the choice with this text, exactly or, if unambiguous, apart from case and spacing. */
function choiceNamed(written: string, choices: readonly string[]): number | undefined {
  const texts = choiceTexts(choices);
  const exact = texts.indexOf(written);
  if (exact >= 0) return exact;
  const same = texts.flatMap((text, at) => (folded(text) === folded(written) ? [at] : []));
  return same.length === 1 ? same[0] : undefined;
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value.trim() : "");

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, " ").trim();
