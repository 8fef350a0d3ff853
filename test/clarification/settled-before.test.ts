import { describe, expect, it } from "vitest";
import { rememberReply, settledBefore } from "../../src/clarification/settle.ts";
import type { Withheld } from "../../src/environment/egress/egress-level.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Clarification, ClarificationReply, Reading } from "../../src/trajectory/clarification.ts";
import { memoryGlossary } from "../support/stores.ts";

const PRINCIPAL = { id: "anna" };
const shop = (egress?: Withheld) =>
  ({ id: "shop", ...(egress === undefined ? {} : { egress }) }) as unknown as Environment;

const asking = (...readings: readonly Omit<Reading, "environment">[]): Clarification => ({
  question: "Which one?",
  words: ["the big one"],
  kind: "several-meanings",
  readings: readings.map((each) => ({ environment: "shop", ...each })),
});

/** What is told of words, at a level, after this was answered at another one and kept. */
async function told(clarification: Clarification, reply: ClarificationReply, level?: Withheld) {
  const glossary = memoryGlossary();
  await rememberReply(clarification, reply, { glossary, environments: [shop()], principal: PRINCIPAL });
  const { settled = [] } = await settledBefore(glossary, [shop(level)], PRINCIPAL);
  return settled.map(({ meaning, told: text = meaning }) => text);
}

const FIRST: ClarificationReply = { type: "answered", text: "Ada Ltd", choice: 0, remember: true };
const READING = { text: 'customer "Ada Ltd"', replacement: "Ada Ltd" };

describe("What the glossary holds is told to a model as far as it may be", () => {
  it("tells the person's own words at each level", async () => {
    const reply: ClarificationReply = { type: "answered", text: "whoever paid most", remember: true };
    for (const level of ["schema", "masked", undefined] as const) {
      expect(await told(asking(READING), reply, level)).toEqual(["whoever paid most"]);
    }
  });

  it("tells a reading that was kept with its form by that form", async () => {
    const masked = { ...READING, told: 'customer "Xxx Xxx"' };
    expect(await told(asking(masked), FIRST, "masked")).toEqual(['customer "Xxx Xxx"']);
  });

  it("tells no form where only names are told", async () => {
    const masked = { ...READING, told: 'customer "Xxx Xxx"' };
    expect((await told(asking(masked), FIRST, "schema")).join()).not.toMatch(/xx|Ada/iu);
  });

  it("tells nothing of a value that was kept where all may be told", async () => {
    expect(await told(asking(READING), FIRST, "schema")).toEqual(["•"]);
    expect(await told(asking(READING), FIRST, "masked")).toEqual(["Xxx Xxx"]);
  });

  it("tells all of it where all may be told, however it was kept", async () => {
    expect(await told(asking({ ...READING, told: 'customer "•"' }), FIRST)).toEqual(["Ada Ltd"]);
  });
});
