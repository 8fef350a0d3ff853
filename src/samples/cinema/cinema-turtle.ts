import { createCinemaWorld } from "./create-cinema-world.ts";
import {
  awardStatements,
  filmStatements,
  ontologyStatements,
  personStatements,
  placeStatements,
} from "./knowledge-base/statements.ts";
import { cinemaPrefixes } from "./knowledge-base/turtle-writer.ts";

/** The sample's knowledge base as Turtle: the films, people, genres and places of the database, and the awards that it lacks. */
export function cinemaTurtle(): string {
  const world = createCinemaWorld();
  const prefixes = Object.entries(cinemaPrefixes).map(
    ([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`,
  );
  return [
    ...prefixes,
    "\n",
    ...ontologyStatements(),
    ...placeStatements(world),
    ...awardStatements(world),
    ...personStatements(world),
    ...filmStatements(world),
  ].join("");
}

/** How the knowledge base says things, in the form of a vocabulary file beside it. */
export function cinemaVocabulary(): string {
  const vocabulary = {
    extends: "rdfs",
    name: "cinema",
    prefixes: cinemaPrefixes,
    mediators: { classes: [`${cinemaPrefixes[""]}Nomination`] },
  };
  return `${JSON.stringify(vocabulary, null, 2)}\n`;
}
