import { expect, it } from "vitest";
import { z } from "zod";
import { readForm } from "../../../src/agent/policies/role-reply.ts";

const FORM = z.strictObject({
  verdict: z.enum(["perfect", "imperfect"]),
  parts: z.array(z.strictObject({ name: z.string() })).optional(),
});

it("leaves out members that the form does not have, however deep", () => {
  const reply = { verdict: "perfect", reasons: [1], parts: [{ name: "a", note: "x" }, { name: "b" }] };
  expect(readForm(FORM, reply)).toEqual({
    found: { verdict: "perfect", parts: [{ name: "a" }, { name: "b" }] },
  });
});

it("says what is wrong with those that it has", () => {
  expect(readForm(FORM, { verdict: "fine", reasons: [] }).problem).toMatch(/^verdict: /u);
  expect(readForm(FORM, { parts: [{ note: "x" }] }).problem).toMatch(/^verdict: /u);
});
