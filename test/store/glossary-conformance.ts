import { expect } from "vitest";
import type { Glossary } from "../../src/environment/glossary.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { onEmptyStore, STORE_BEGINS } from "./empty-store.ts";

const ann = { id: "ann" };
const ben = { id: "ben" };
const entry = {
  environment: "shop",
  words: "Exclusively Virtual",
  meaning: "Virtual = 'F'",
  token: { column: "schools.Virtual" },
};

/** What every glossary must hold to. `open` is called with a clock that goes on by a second each time it is looked at. */
export function glossaryConformance(open: (clock: () => Date) => Promise<Glossary> | Glossary): void {
  const withGlossary = onEmptyStore(vitestRunner, (clock) => {
    let seconds = 0;
    return open(() => new Date(clock().getTime() + seconds++ * 1000));
  });

  withGlossary("keeps the newest meaning of words, whatever their case and spacing", async (glossary) => {
    await glossary.remember(entry, ann);
    expect(await glossary.list("shop", ann)).toEqual([{ ...entry, at: STORE_BEGINS.toISOString() }]);
    const again = { environment: "shop", words: " exclusively  virtual", meaning: "online only" };
    await glossary.remember(again, ann);
    expect(await glossary.list("shop", ann)).toMatchObject([{ meaning: "online only" }]);
  });
  withGlossary("lists the newest first", async (glossary) => {
    for (const words of ["one", "two", "three"])
      await glossary.remember({ environment: "shop", words, meaning: words }, ann);
    const listed = await glossary.list("shop", ann);
    expect(listed.map(({ words }) => words)).toEqual(["three", "two", "one"]);
  });
  withGlossary(
    "keeps principals and environments apart, and forgets what it is told to",
    async (glossary) => {
      await glossary.remember(entry, ann);
      expect(await glossary.list("shop", ben)).toEqual([]);
      expect(await glossary.list("school", ann)).toEqual([]);
      expect(await glossary.forget("shop", entry.words, ben)).toBe(false);
      expect(await glossary.list("shop", ann)).toHaveLength(1);
      expect(await glossary.forget("shop", "EXCLUSIVELY virtual", ann)).toBe(true);
      expect(await glossary.forget("shop", "exclusively virtual", ann)).toBe(false);
      expect(await glossary.list("shop", ann)).toEqual([]);
    },
  );
}
