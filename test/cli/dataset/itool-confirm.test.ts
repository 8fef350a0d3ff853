import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { datasetItoolConfirmAction } from "../../../src/cli/commands/dataset-itool-confirm-action.ts";
import { openBuildJournal } from "../../../src/evaluation/itool/build/build-journal.ts";
import { readItool } from "../../../src/evaluation/itool/itool-item.ts";
import { itemWith } from "../../evaluation/itool/itool-fixture.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn } from "../cli-fixture.ts";
import { KEYS } from "../terminal.ts";
import { personAtTerminal } from "./person-at-terminal.ts";

const folder = temporaryFolder();
const { down, enter, interrupt } = KEYS;
const BEGUN = { text: "[]", seed: 1 };

function built(name: string, ids: readonly string[]): string {
  const file = join(folder, name);
  const journal = openBuildJournal(`${file}.jsonl`, BEGUN);
  for (const id of ids) {
    const item = itemWith({
      ...{ id, category: "missing", query: "How long is that film?", words: ["that film"] },
      ...{ question: "Which film do you mean?", about: ["film"], intended: "Midnight Heron" },
    });
    journal.append({ source: "c1", kind: "missing", item, notes: ["Look twice."], rejected: [] });
  }
  return file;
}

async function confirm(file: string, lines: Parameters<typeof personAtTerminal>[0]) {
  const person = personAtTerminal(lines);
  await datasetItoolConfirmAction(file, person.io, (code) => person.codes.push(code), person.reviewer);
  expect(person.left()).toEqual([]);
  expect(person.codes).toEqual([0]);
  return { ...person, items: readItool(readFileSync(file, "utf8")) };
}

const review = (file: string): unknown =>
  JSON.parse(readFileSync(file.replace(".json", ".review.json"), "utf8"));

describe("fuxi dataset itool confirm", () => {
  it("marks what a person confirmed in the set and beside it, drops what was rejected, and asks only for the rest again", async () => {
    const file = built("set.json", ["a", "b", "c"]);
    const first = await confirm(file, [
      ["1 of 3: a", enter],
      ["2 of 3: b", down, down, down, enter],
      ["3 of 3: c", interrupt],
    ]);
    expect(first.drawn()).toContain("Look twice.");
    expect(first.err()).toContain("1 confirmed, 1 rejected, 1 left for later");
    expect(first.items).toMatchObject([{ id: "a", confirmed: true }, { id: "c" }]);
    expect(first.items[1]).not.toHaveProperty("confirmed");
    expect(review(file)).toMatchObject({
      items: [
        { id: "a", confirmed: true },
        { id: "c", confirmed: false },
      ],
      rejected: [{ rejected: ["A person rejected it."] }],
    });
    const second = await confirm(file, [["1 of 1: c", down, down, down, down, enter]]);
    expect(second.err()).toContain("1 left for later");
  });

  it("takes edits that keep the item what it is, and says of others what they lose", async () => {
    const file = built("edited.json", ["a"]);
    const { items, err } = await confirm(file, [
      ["1 of 1: a", down, enter],
      ["The query", " And when was it shot?", enter],
      ["And when was it shot?", down, down, enter],
      ["The question", " Midnight Heron?", enter],
      ["Midnight Heron?", enter],
      ["1 of 1: a", down, down, enter],
      ["The question", ..."Midnight Heron?".split("").map(() => "\u007f"), enter],
      ["1 of 1: a", enter],
    ]);
    expect(err()).toContain('gives away "Midnight Heron"');
    expect(items).toMatchObject([
      {
        query: "How long is that film? And when was it shot?",
        question: "Which film do you mean?",
        confirmed: true,
      },
    ]);
  });

  it("needs a person, and the journal of a build", async () => {
    const fuxi = cliIn(folder);
    const { code, err } = await fuxi("dataset", "itool", "confirm", built("nobody.json", ["a"]));
    expect(code).toBe(2);
    expect(err).toContain("Only a person at a terminal");
    const person = personAtTerminal([]);
    await expect(
      datasetItoolConfirmAction(join(folder, "none.json"), person.io, () => {}, person.reviewer),
    ).rejects.toMatchObject({ code: "target-not-found", hint: expect.stringContaining("--out") });
  });
});
