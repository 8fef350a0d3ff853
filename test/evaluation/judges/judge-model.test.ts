import { describe, expect, it } from "vitest";
import { isSameFamily } from "../../../src/evaluation/judges/judge.ts";

describe("the family of a judge", () => {
  it.each([
    ["openai/gpt-5", "openai/gpt-5-mini", true],
    ["openrouter/anthropic/claude-opus-4", "anthropic/claude-haiku-4", true],
    ["server/qwen3:8b", "ollama/Qwen2.5-Coder", true],
    ["codellama", "meta/llama-3.1-8b", true],
    ["google/gemma-3", "google/gemini-3-pro", true],
    ["openai/gpt-5", "anthropic/claude-haiku-4", false],
    ["server/qwen3", "server/llama3", false],
    ["server/default", "other/default", false],
    ["server/default", "server/default", true],
  ])("%s beside %s: the same is %s", (judge, agent, same) => {
    expect(isSameFamily(judge, agent)).toBe(same);
  });
});
