import { type Settled, settledSentence } from "../../environment/glossary.ts";
import type { Task } from "../../environment/task.ts";
import { asData } from "./data-marks.ts";

interface TaskPromptParts {
  readonly task: Task;
  /** Of the environments whose schema did not fit: what of it this question needs. */
  readonly descriptions: readonly { readonly environment: string; readonly text: string }[];
  readonly stepLimit?: number;
}

/** The part of the prompt that belongs to one question. */
export function taskPrompt({ task, descriptions, stepLimit }: TaskPromptParts): string {
  const { previous } = task;
  const parts = [
    ...descriptions
      .filter(({ text }) => text.trim() !== "")
      .map(
        ({ environment, text }) =>
          `The part of ${environment} that this question seems to need:\n${asData(text)}`,
      ),
    ...(previous === undefined
      ? []
      : [
          "The question follows up on an earlier one.",
          `Earlier question: ${previous.question}`,
          ...(previous.answer === undefined ? [] : [`Earlier answer:\n${asData(previous.answer)}`]),
          ...saidByPerson(previous.settled, "Said by the person then, to be relied on"),
          ...(previous.evidence === undefined ? [] : [`It rested on:\n${asData(previous.evidence)}`]),
        ]),
    `Question: ${task.question.trim()}`,
    ...(task.oracleKnowledge?.trim()
      ? [`Given with the question, to be relied on: ${task.oracleKnowledge.trim()}`]
      : []),
    ...saidByPerson(task.settled),
    ...(stepLimit === undefined ? [] : [`You have ${stepLimit} replies at most.`]),
  ];
  return parts.join("\n\n");
}

/** What the person has said of words, one line each; nothing where nothing was said. */
export function saidByPerson(
  settled: readonly Settled[] | undefined,
  heading = "Said by the person, to be relied on",
): readonly string[] {
  if (settled === undefined || settled.length === 0) return [];
  const lines = settled.map((one) => `- ${settledSentence(one).replace(/\s+/gu, " ").trim()}`);
  return [`${heading}:\n${lines.join("\n")}`];
}
