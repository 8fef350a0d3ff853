import { expect, it } from "vitest";
import { relayedQuestions } from "../../../src/mcp/tools/clarify-tool.ts";
import { callerOf } from "./clarify-fixture.ts";

const clarification = { question: "Which?", words: [], kind: "missing", readings: [] } as const;
const input = (question: string) => ({ workspace: "abcdefghijklmn.1", question });

it("keeps so many questions, and forgets the oldest", () => {
  const questions = relayedQuestions(2);
  const caller = callerOf();
  for (const question of ["a", "b", "a", "c"]) questions.put(input(question), caller, clarification);
  expect(["a", "b", "c"].map((each) => questions.find(input(each), caller) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
});

it("knows a question under each version of its workspace, and of no other principal", () => {
  const questions = relayedQuestions();
  questions.put(input("a"), callerOf(), clarification);
  const later = { ...input("a"), workspace: '"ABCDEFGHIJKLMN.7"' };
  expect(questions.find(later, callerOf())).toBe(clarification);
  expect(questions.find(later, callerOf({ principal: { id: "ben" } }))).toBeUndefined();
});
