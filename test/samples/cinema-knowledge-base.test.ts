import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Parser, type Quad } from "n3";
import { afterAll, expect, test } from "vitest";
import { cinemaTurtle } from "../../src/samples/cinema/cinema-turtle.ts";
import { cinemaStatementsChecksum } from "../../src/samples/cinema/cinema-version.ts";
import { createCinemaWorld } from "../../src/samples/cinema/create-cinema-world.ts";
import { ensureCinemaKnowledgeBase } from "../../src/samples/cinema/ensure-cinema-knowledge-base.ts";

const folder = mkdtempSync(join(tmpdir(), "cinema-kb-"));
afterAll(() => rmSync(folder, { recursive: true }));

const turtle = cinemaTurtle();
const quads: readonly Quad[] = new Parser().parse(turtle);
const LABEL = "http://www.w3.org/2000/01/rdf-schema#label";

test("its statements are the ones that the questions were written against", () => {
  expect(createHash("sha256").update(turtle).digest("hex")).toBe(cinemaStatementsChecksum);
});

test("it has the films of the database under the same numbers and titles", () => {
  const label = new Map(
    quads
      .filter(
        ({ predicate, object }) =>
          predicate.value === LABEL && "language" in object && object.language === "en",
      )
      .map(({ subject, object }) => [subject.value, object.value]),
  );
  for (const film of createCinemaWorld().films) {
    expect(label.get(`https://cinema.example/film/${film.id}`)).toBe(film.title);
  }
});

test("the file and its vocabulary are written once and then only found", () => {
  const file = ensureCinemaKnowledgeBase(folder);
  expect(ensureCinemaKnowledgeBase(folder)).toBe(file);
  expect(readFileSync(file, "utf8")).toBe(turtle);
  expect(JSON.parse(readFileSync(`${file}.vocabulary.json`, "utf8"))).toMatchObject({ extends: "rdfs" });
  expect(readdirSync(folder)).toHaveLength(1);
});
