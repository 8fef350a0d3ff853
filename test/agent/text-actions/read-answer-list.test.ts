import { describe, expect, it } from "vitest";
import { readAnswerList } from "../../../src/agent/text-actions/read-answer.ts";

describe("the names of a reply", () => {
  it.each([
    ['Because it says so.\nAnswer: ["Heat", "Casino"]', ["Heat", "Casino"]],
    ["Answer: ['Heat', 'Casino']", ["Heat", "Casino"]],
    ["**Answer:** [Heat, The Insider]", ["Heat", "The Insider"]],
    ["Final Answer: Heat", ["Heat"]],
    ["Answer: Heat, Casino", ["Heat", "Casino"]],
    ["Answer:\n- Heat\n- Casino", ["Heat", "Casino"]],
    ["Answer: [1995]", ["1995"]],
    ["Answer: []", []],
    ["Answer: none", []],
    ['Answer: ["a"]\nNo, rather\nAnswer: ["b"]', ["b"]],
    ['["Heat", "Heat"]', ["Heat"]],
    ['<think>Answer: ["x"]</think>Answer: ["y"]', ["y"]],
  ])("are read from %j", (reply, names) => {
    expect(readAnswerList(reply)?.names).toEqual(names);
  });

  it.each(["", "It is Heat.", "The answer is Heat"])("are not read from %j", (reply) => {
    expect(readAnswerList(reply)).toBeUndefined();
  });
});
