import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { FUNCTION_WORDS } from "../../../util/english/words.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Link } from "../heuristics/lexicon/link.ts";
import { readNames } from "../heuristics/lexicon/name-links.ts";
import { codedLinks } from "../heuristics/lexicon/value-links.ts";
import { isNamedAsKey } from "../schema/table-links.ts";
import { aboutOf, readingOfLink } from "./reading-of-link.ts";

const LEAST = 0.7;
const LEAST_TYPO = 0.8;
/** Above what is merely spelt alike: "lost" for "cost". */
const PARTLY = 0.9;
/** Score difference that ranks names and descriptions after cells of exactly the same name. */
const BEHIND = 0.01;

/** Tables, columns and described values that the words may stand for. */
export function nameReadings(words: string, services: DatabaseServices): readonly FoundReading[] {
  const asked = nameWords(words);
  if (asked.length === 0 || asked.length > 8 || asked.every((word) => FUNCTION_WORDS.has(word))) return [];
  const links = [...readNames(services.schema).of(asked), ...codedLinks(asked, services)];
  const named = links.flatMap((link) =>
    link.score < LEAST ? [] : readingOfLink(link, likenessOf(asked, link)),
  );
  if (named.length > 0) return named;
  const parts = partly(asked, services);
  return [...(parts.length > 0 ? parts : misspelt(asked, services)), ...described(asked, services)];
}

/** Columns with the words in a longer name: "cost" of purchase_cost and of replacement_cost. */
function partly(asked: readonly string[], services: DatabaseServices): readonly FoundReading[] {
  return linksOf(services).flatMap(({ name, link }) => {
    const own = nameWords(name);
    const holds = asked.every((word) => own.some((other) => sameButForNumber(word, other)));
    return link.kind === "column" && holds && own.length > asked.length && !isNamedAsKey(own)
      ? readingOfLink(link, { likeness: "part", score: PARTLY })
      : [];
  });
}

function likenessOf(asked: readonly string[], link: Link): { likeness: Likeness; score: number } {
  if (link.kind === "value") return { likeness: "form", score: link.score };
  const own = nameWords(link.kind === "table" ? link.table.name : link.column.name);
  if (own.join(" ") === asked.join(" ")) return { likeness: "same", score: 1 - BEHIND };
  if (link.score >= 0.93 || own.join("") === asked.join("")) return { likeness: "form", score: 0.94 };
  return { likeness: "related", score: 0.5 * link.score };
}

function misspelt(asked: readonly string[], services: DatabaseServices): readonly FoundReading[] {
  const places = linksOf(services);
  const names = [...new Set(places.map(({ name }) => name))];
  return nearestNames(asked.join(" "), names, { limit: 3 })
    .filter(({ score, why }) => score >= LEAST_TYPO && why === "typo")
    .flatMap(({ name, score }) =>
      places
        .filter((place) => place.name === name)
        .flatMap(({ link }) => readingOfLink(link, { likeness: "near", score: 0.9 * score })),
    );
}

/** Columns whose description has all of the words. */
function described(asked: readonly string[], services: DatabaseServices): readonly FoundReading[] {
  return linksOf(services).flatMap(({ link }) => {
    const about = nameWords(aboutOf(link));
    const holds = asked.every((word) => about.some((other) => sameButForNumber(word, other)));
    if (!holds) return [];
    return readingOfLink(link, { likeness: "related", score: 0.2 + 0.2 * (asked.length / about.length) });
  });
}

function linksOf({ schema }: DatabaseServices): readonly { readonly name: string; readonly link: Link }[] {
  return schema.tables
    .filter((table) => table.kind === "table")
    .flatMap((table) => [
      { name: nameWords(table.name).join(" "), link: { kind: "table" as const, table, score: 1 } },
      ...table.columns.map((column) => ({
        name: nameWords(column.name).join(" "),
        link: { kind: "column" as const, table, column, score: 1 },
      })),
    ]);
}
