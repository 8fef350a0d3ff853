import { cinemaPrefixes } from "../../src/samples/cinema/knowledge-base/turtle-writer.ts";
import type { CinemaAnswers } from "../../test/support/cinema-answers.ts";

/** `(JOIN r "name")` or `(JOIN (R r) "name")`, and quotes anywhere else. */
const QUOTED = /(?:\(JOIN\s+(?:\(R\s+([\w-]+)\)|([\w-]+))\s+)?"([^"]*)"(\^\^[^\s()]+|@[\w-]+)?/gu;

/**
 * Gold entity linking: each quoted name without a datatype as the identifier of the entity that has exactly that label. Of several, the one that has
 * the relation beside it in the program; else one of the class of those that have it. A name that no entity has is a value and stays.
 */
export function linkedProgram(program: string, gold: CinemaAnswers): string {
  return program.replace(QUOTED, (all, ...groups: (string | undefined)[]) => {
    const [outward, inward, name = "", typed] = groups;
    const found = typed === undefined ? entityNamed(name, outward, inward, gold) : undefined;
    return found === undefined ? all : all.replace(/"[^"]*"$/u, `<${found}>`);
  });
}

function entityNamed(
  name: string,
  outward: string | undefined,
  inward: string | undefined,
  gold: CinemaAnswers,
): string | undefined {
  const label = JSON.stringify(name);
  const named = `VALUES ?l { ${label} ${label}@en } ?s <http://www.w3.org/2000/01/rdf-schema#label> ?l .`;
  const relation = `<${cinemaPrefixes[""]}${outward ?? inward ?? ""}>`;
  const edge = (end: string): string =>
    outward === undefined ? `[] ${relation} ${end} .` : `${end} ${relation} [] .`;
  const ask = (more: string): readonly string[] =>
    gold.step({ in: "kb", gives: "ids", sparql: `SELECT DISTINCT ?s { ${named} ${more} }` }, []);
  const tiers = [
    () => ask(edge("?s")),
    () => ask(`?s a ?c . ?other a ?c . ${edge("?other")}`),
    () => ask(""),
  ];
  for (const tier of tiers) {
    const [first] = tier();
    if (first !== undefined) return first;
  }
  return undefined;
}
