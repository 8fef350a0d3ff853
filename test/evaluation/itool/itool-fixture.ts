import type { ItoolItem } from "../../../src/evaluation/itool/itool-item.ts";

/** An item of a film catalogue, in which only what a test is about need be written. */
export function itemWith(parts: Partial<ItoolItem> = {}): ItoolItem {
  return {
    id: "i1",
    category: "clear",
    query: "How long is Midnight Heron?",
    words: [],
    about: [],
    question: "",
    reply: "",
    intended: "",
    alternatives: [],
    solution: [
      { as: "r1", operation: "GET /search/films", arguments: { query: "Midnight Heron" } },
      {
        as: "r2",
        operation: "GET /films/{film_id}",
        arguments: { film_id: "=r1.results[title='Midnight Heron'][0].id" },
      },
    ],
    answer: "=r2.runtime",
    ...parts,
  };
}

/** The same with the name left out. */
export function missingItem(parts: Partial<ItoolItem> = {}): ItoolItem {
  return itemWith({
    category: "missing",
    query: "How long is that film?",
    words: ["that film"],
    about: ["film", "title"],
    question: "Which film do you mean?",
    reply: "Midnight Heron",
    intended: "Midnight Heron",
    solution: [
      { as: "r1", operation: "GET /search/films", arguments: { query: "{intended}" } },
      {
        as: "r2",
        operation: "GET /films/{film_id}",
        arguments: { film_id: "=r1.results[title='{intended}'][0].id" },
      },
    ],
    ...parts,
  });
}
