import { expect, it } from "vitest";
import { isScaled } from "../../../src/agent/figures/is-scaled.ts";
import { readSource } from "../../../src/agent/figures/source-expression.ts";

const MILLION = { units: 1_000_000n, scale: 0 };

function inMillions(text: string): boolean {
  const { source } = readSource(text);
  return source !== undefined && isScaled(source.term, MILLION);
}

it.each([
  "Q1:1.total / 1000000",
  "(Q1:1.total - Q1:2.total) / 1000000",
  "Q1:1.total_million",
  "sum(Q1.takings_m)",
  'Q1:1."Box office (mn)" - Q1:2."Box office (mn)"',
])("takes %s for millions", (text) => expect(inMillions(text)).toBe(true));

it.each([
  "Q1:1.total",
  "Q1:1.total / 1000",
  "Q1:1.total * 1000000",
  "Q1:1.members",
  "count(Q1.total_million)",
  "share(Q1:1.total_million, Q1:2.total_million)",
  "Q1:1.total / Q1:2.total_million",
])("takes %s for what it is", (text) => expect(inMillions(text)).toBe(false));
