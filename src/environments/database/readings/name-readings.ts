import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Link } from "../heuristics/lexicon/link.ts";
import { readNames } from "../heuristics/lexicon/name-links.ts";
import { codedLinks } from "../heuristics/lexicon/value-links.ts";
import { FUNCTION_WORDS } from "../heuristics/question/english.ts";
import { tokenOf } from "./reading-token.ts";

const LEAST = 0.7;
const LEAST_TYPO = 0.8;
/** Names and descriptions of things come behind cells of the very same name. */
const BEHIND = 0.01;
const LONGEST_ABOUT = 100;

/** Tables, columns and described values that the words may stand for. */
export function nameReadings(words: string, services: DatabaseServices): readonly FoundReading[] {
  const asked = nameWords(words);
  if (asked.length === 0 || asked.length > 8 || asked.every((word) => FUNCTION_WORDS.has(word))) return [];
  const links = [...readNames(services.schema).of(asked), ...codedLinks(asked, services)];
  const named = links.flatMap((link) => (link.score < LEAST ? [] : readingOf(link, likenessOf(asked, link))));
  if (named.length > 0) return named;
  return [...misspelt(asked, services), ...described(asked, services)];
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
        .flatMap(({ link }) => readingOf(link, { likeness: "near", score: 0.9 * score })),
    );
}

/** Columns whose description has all of the words. */
function described(asked: readonly string[], services: DatabaseServices): readonly FoundReading[] {
  return linksOf(services).flatMap(({ link }) => {
    const about = nameWords(aboutOf(link));
    const holds = asked.every((word) => about.some((other) => sameButForNumber(word, other)));
    if (!holds) return [];
    return readingOf(link, { likeness: "related", score: 0.2 + 0.2 * (asked.length / about.length) });
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

function readingOf(
  link: Link,
  alike: { readonly likeness: Likeness; readonly score: number },
): readonly FoundReading[] {
  const token = tokenOf(link);
  if (token === undefined) return [];
  const about = aboutOf(link);
  const told =
    about === "" ? "" : `: ${about.length > LONGEST_ABOUT ? `${about.slice(0, LONGEST_ABOUT - 1)}…` : about}`;
  const text = `${nameOf(link)}${told}`;
  return [{ text, kind: link.kind, ...alike, ...replacementOf(link), token }];
}

function nameOf(link: Link): string {
  if (link.kind === "table") return `the table ${link.table.name}`;
  const column = `${link.table.name}.${link.column.name}`;
  if (link.kind === "column") return `the column ${column}`;
  if (link.isNull !== undefined)
    return `${column} ${link.isNull === "null" ? "without a value" : "with a value"}`;
  return `${column} = '${link.values[0] ?? ""}'`;
}

/** Codes and flags have no name that the question could use instead. */
function replacementOf(link: Link): { readonly replacement?: string } {
  if (link.kind === "value") return {};
  const name = nameWords(link.kind === "table" ? link.table.name : link.column.name).join(" ");
  return link.kind === "table"
    ? { replacement: name }
    : { replacement: `${foldText(link.table.name)} ${name}` };
}

function aboutOf(link: Link): string {
  if (link.kind === "table") return clean(link.table.comment ?? "");
  const { description, comment } = link.column;
  if (link.kind === "value") {
    const meaning = /\(([^()]*)\)\.$/u.exec(link.note ?? "")?.[1];
    return clean(meaning ?? description?.text ?? comment ?? "");
  }
  return clean(description?.text ?? comment ?? "");
}

function clean(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
