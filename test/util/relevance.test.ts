import { expect, it } from "vitest";
import { relevance } from "../../src/util/english/relevance.ts";

it.each([
  ["Who is married to Ann?", "spouse"],
  ["Whose wife is Ann?", "spouse"],
  ["Where is the castle?", "place"],
  ["What do they speak?", "language"],
  ["Who wrote it?", "writers"],
])("%s is about %s", (question, name) => {
  expect(relevance(question, new Set()).score(name)).toBe(1);
});
