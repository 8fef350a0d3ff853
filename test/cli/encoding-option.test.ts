import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodedText } from "../support/encoded-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const people = join(folder, "people.csv");
const places = join(folder, "places.csv");
writeFileSync(
  people,
  encodedText("id;имя;город\n1;Иван Петров;Москва\n2;Ольга Смирнова;Тверь\n", "Windows-1251"),
);
writeFileSync(places, encodedText("id;name\n1;Müller\n2;Jäger\n", "IBM850"));

describe("--encoding on the command line", () => {
  it("is what the warning of a guess names, and ends the warning", async () => {
    const guessed = await fuxi("tools", people);
    expect(guessed.err).toMatch(
      /warning: people: no UTF-8, and guessed to be Windows-1251 \(".+"\); .* --encoding/u,
    );
    const told = await fuxi("tools", people, "--encoding", "cp1251");
    expect(told.err).toContain("(cp1251,");
    expect(told.err).not.toContain("warning");
  });

  it("may be repeated, with the file that each is for, also for doctor, which looks at one after the other", async () => {
    const options = ["--encoding", "people.csv=cp1251", "--encoding", "places.csv=cp850"];
    const { err } = await fuxi("tools", people, places, ...options);
    expect(err).toMatch(/people\.csv: .*\(cp1251,.*places\.csv: .*\(cp850,/isu);
    const doctor = await fuxi("doctor", people, places, ...options);
    expect(doctor.code).toBe(0);
    expect(doctor.out).not.toMatch(/guessed|✗ opening/u);
  });

  it("is told where the bytes do not fit, and ends the command where the name is not known", async () => {
    const wrong = await fuxi("tools", people, "--encoding", "utf-8");
    expect(wrong.err).toMatch(/warning: people: \d+ places with bytes that are no utf-8, read as \ufffd/iu);
    const unknown = await fuxi("tools", people, "--encoding", "windows-1215");
    expect(unknown.err).toMatch(/There is no encoding "windows-1215"\. Name one such as UTF-8/u);
  });
});
