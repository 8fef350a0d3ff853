import { describe } from "vitest";
import { readingsConformance } from "../../../support/readings-conformance.ts";
import { environmentOf } from "../heuristics/ask-graph.ts";
import { NAMESAKES } from "../heuristics/worlds.ts";

describe("readings of a knowledge base", () => {
  readingsConformance({
    open: () => environmentOf(NAMESAKES),
    found: [
      { words: "Springfield", likeness: "same", text: "country: Arland" },
      { words: "springfield", likeness: "form", text: "country: Cestria" },
      { words: "Jennifer", likeness: "part", text: "Jennifer Lind", replacement: "Jennifer Lind" },
      { words: "Jenifer Lind", likeness: "near", text: '"Jennifer Lind" (born 1961)' },
      { words: "cities", likeness: "form", text: '"city"' },
      { words: "population", likeness: "same", text: 'attribute "population"' },
      { words: "birth", likeness: "part", text: "birth date" },
    ],
    several: ["Springfield", "Jennifer"],
    unknown: ["Quetzalcoatl", "xyzzy"],
    unclear: [
      { question: "What is the population of Springfield?", words: "Springfield" },
      { question: "When was Jennifer born?", words: "Jennifer" },
      { question: "Who wrote Night Road?", words: "Night Road" },
    ],
  });
});
