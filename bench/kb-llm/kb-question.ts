import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CinemaQuestion } from "../../test/support/cinema-answers.ts";

/** A question with its gold answers as texts: full IRIs, values, or labels (MetaQA). */
export interface KbQuestion {
  readonly id: string;
  readonly question: string;
  readonly needs: "cinema-kb" | "cinema-both" | "metaqa";
  readonly gold: readonly string[];
  readonly compareBy: "id" | "label";
}

/** Questions on the sample whose answers are kept whole (at most 20), and MetaQA's of two and three hops. */
export function readKbQuestions(dataFolder: string): readonly KbQuestion[] {
  const sample = join(import.meta.dirname, "../../src/samples/cinema");
  const read = (name: string): unknown => JSON.parse(readFileSync(join(sample, name), "utf8"));
  const answers = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
  const cinema = (read("knowledge-base-questions.json") as readonly CinemaQuestion[]).flatMap(
    ({ id, question, kind }): KbQuestion[] => {
      const gold = answers[id];
      if (!Array.isArray(gold) || gold.length === 0) return [];
      const needs = kind === "both" ? "cinema-both" : "cinema-kb";
      return [{ id, question, needs, gold: gold.map(String), compareBy: "id" }];
    },
  );
  const metaqa = [2, 3].flatMap((hops) =>
    readFileSync(join(dataFolder, `metaqa/${hops}hop_dev.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line): KbQuestion => {
        const {
          id,
          question,
          answers: gold,
        } = JSON.parse(line) as {
          id: string;
          question: string;
          answers: string[];
        };
        return { id, question, needs: "metaqa", gold, compareBy: "label" };
      }),
  );
  return [...cinema, ...metaqa];
}

/** The same sample for the same seed on every machine: shares of 11, 5 and 4 in 20. */
export function sampleOf(all: readonly KbQuestion[], size: number, seed: number): readonly KbQuestion[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const drawn = (needs: KbQuestion["needs"], share: number): readonly KbQuestion[] =>
    all
      .filter((question) => question.needs === needs)
      .map((question) => ({ question, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, Math.round(share * size))
      .map(({ question }) => question);
  return [...drawn("cinema-kb", 0.55), ...drawn("cinema-both", 0.25), ...drawn("metaqa", 0.2)];
}
