import { beforeAll, describe, expect, it } from "vitest";
import { asker, type Heard } from "./ask-graph.ts";
import {
  FAMILY_QUESTIONS,
  GEOGRAPHY_QUESTIONS,
  LIBRARY_QUESTIONS,
  type Understood,
} from "./understood-questions.ts";
import { FAMILY, GEOGRAPHY, LIBRARY } from "./worlds.ts";

const WORLDS: readonly (readonly [name: string, graph: string, questions: Understood])[] = [
  ["places with classes, numbers and dates", GEOGRAPHY, GEOGRAPHY_QUESTIONS],
  ["books", LIBRARY, LIBRARY_QUESTIONS],
  ["persons without classes", FAMILY, FAMILY_QUESTIONS],
];

describe.each(WORLDS)("questions about %s", (_, graph, questions) => {
  let ask: (question: string) => Promise<Heard>;
  beforeAll(async () => {
    ask = await asker(graph);
  });

  it.each(questions.map(([question, ...answer]) => ({ question, answer })))(
    "$question",
    async ({ question, answer }) => {
      const heard = await ask(question);
      expect({ answer: heard.answer, reason: heard.reason }).toEqual({ answer, reason: undefined });
    },
  );
});
