import { describe, expect, it } from "vitest";
import { wordKey } from "../../../../src/environments/knowledge-base/heuristics/question/word-key.ts";

describe("the key of a word", () => {
  it.each([
    ["direct directs directed directing"],
    ["write writes wrote written writing"],
    ["star stars starred starring"],
    ["release releases released releasing"],
    ["base based bases basing"],
    ["country countries"],
    ["wife wives"],
    ["child children"],
    ["actress actresses"],
    ["born bear bore"],
  ])("is the same for %s", (words) => {
    expect(new Set(words.split(" ").map(wordKey)).size).toBe(1);
  });

  it.each([
    ["director", "direct"],
    ["writer", "write"],
    ["actor", "act"],
    ["bus", "bu"],
    ["series", "sery"],
  ])("tells %s from %s", (one, other) => {
    expect(wordKey(one)).not.toBe(wordKey(other));
  });
});
