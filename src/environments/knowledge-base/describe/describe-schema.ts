import { schemaName } from "../../../environment/egress/egress-scope.ts";
import type { Description } from "../../../environment/environment.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { labelBeyond, namePaths } from "../access/path-names.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import type { PredicateFacts, SchemaClass, SideClasses, TripleStore } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { isMetaClass } from "../vocabulary/vocabulary.ts";

/** Of the budget, for classes; the rest is for predicates. */
const CLASS_SHARE = 0.3;

/** Between a class and the classes above it. */
const BELOW = " < ";

interface Lines {
  readonly classes: readonly string[];
  readonly predicates: readonly string[];
}

const VALUE_KINDS = {
  numbers: "number",
  dates: "date",
  texts: "text",
  mixed: "mixed",
  entities: "",
  none: "",
};

/**
 * Classes with their instances and predicates with their ends, most frequent first, under a budget of tokens. With a question, those that
 * have to do with it first and no others. Says what was left out.
 */
export async function describeSchema(
  {
    graph,
    names,
    store,
  }: { readonly graph: GraphReader; readonly names: Names; readonly store: TripleStore },
  tokens: number,
  question?: string,
): Promise<Description> {
  const schema = await graph.schema();
  const lines = await linesOf(
    schema.classes.filter((each) => !isMetaClass(each.class)),
    schema.predicates,
    graph,
    names,
  );
  const chosen = question === undefined ? lines : near(lines, question);
  const characters = tokens * 4;
  const classes = within(chosen.classes, characters * CLASS_SHARE);
  const used = classes.reduce((sum, line) => sum + line.length + 1, 0);
  const predicates = within(chosen.predicates, characters - used);
  const counted = [
    schema.triples === undefined ? "" : `${schema.triples} triples`,
    schema.entities === undefined ? "" : `${schema.entities} entities`,
  ].filter((part) => part !== "");
  const size = counted.length === 0 ? "" : ` (${counted.join(", ")})`;
  const shown = classes.length + predicates.length;
  const total = lines.classes.length + lines.predicates.length;
  const cut = shown < total || !schema.complete;
  const howToSeeMore = "find_classes and get_relations show the others.";
  const head =
    question === undefined
      ? `Knowledge base ${visibleText(store.target.name)}${size}.`
      : shown === 0
        ? "No class or relation is named in the question."
        : "Classes and relations that the question seems to be about:";
  const text = [
    head,
    part(question === undefined ? classesTitle(classes) : undefined, classes, lines.classes.length),
    part(question === undefined ? "Relations" : undefined, predicates, lines.predicates.length),
    cut ? howToSeeMore : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
  return cut ? { text, truncation: { what: "rows", shown, total, howToSeeMore } } : { text };
}

function classesTitle(lines: readonly string[]): string {
  return lines.some((line) => line.includes(BELOW)) ? `Classes (${BELOW.trim()} superclass)` : "Classes";
}

function part(title: string | undefined, lines: readonly string[], total: number): string {
  if (lines.length === 0) return "";
  if (title === undefined) return lines.join("\n");
  return `${title}${lines.length < total ? ` (${lines.length} of ${total})` : ""}:\n${lines.join("\n")}`;
}

async function linesOf(
  classes: readonly SchemaClass[],
  predicates: readonly PredicateFacts[],
  graph: GraphReader,
  names: Names,
): Promise<Lines> {
  const labels = await graph.iriNames(classes.map((each) => each.class));
  const paths = await namePaths(
    predicates.map((facts) => ({ facts, path: [{ predicate: facts.predicate, inverse: false }] })),
    graph,
    names,
  );
  const ends = await sideNames(
    predicates.flatMap((each) => [
      sideOf(each.subjectClass, each.subjectClasses),
      sideOf(each.objectClass, each.objectClasses),
    ]),
    graph,
  );
  return {
    classes: classes.map((each, at) => {
      const short = schemaName(names.short(each.class));
      const beyond = labelBeyond({ label: labels[at] === short ? "" : (labels[at] ?? ""), text: short });
      return visibleText(
        `${short}${beyond === "" ? "" : ` "${beyond}"`}: ${each.count}${belowText(each, names)}`,
      );
    }),
    predicates: paths.map((path, at) => {
      const { objectClass, objectKind, triples } = path.facts.facts;
      const from = ends[2 * at] ?? "";
      const to = objectClass === undefined ? VALUE_KINDS[objectKind] : (ends[2 * at + 1] ?? "");
      const label = labelBeyond(path);
      const sides = [from, to === "" ? "" : `→ ${to}`].filter((side) => side !== "").join(" ");
      return visibleText(
        `${path.text}${label === "" ? "" : ` "${label}"`}${sides === "" ? "" : `: ${sides}`} (${triples})`,
      );
    }),
  };
}

function belowText({ above = [] }: SchemaClass, names: Names): string {
  const shown = above.filter((name) => !isMetaClass(name)).map((name) => schemaName(names.short(name)));
  return shown.length === 0 ? "" : `${BELOW}${shown.join(", ")}`;
}

function sideOf(most: string | undefined, several: SideClasses | undefined): SideClasses {
  return several ?? { first: most === undefined ? [] : [most], more: 0 };
}

/** As they are shown: `city, region and 2 more`. */
async function sideNames(sides: readonly SideClasses[], graph: GraphReader): Promise<readonly string[]> {
  const labels = await graph.iriNames(sides.flatMap(({ first }) => first));
  let at = 0;
  return sides.map(({ first, more }) => {
    const shown = first.map(() => labels[at++] ?? "").join(", ");
    return more === 0 ? shown : `${shown} and ${more} more`;
  });
}

function near({ classes, predicates }: Lines, question: string): Lines {
  const relevance = relevanceTo(question);
  const pick = (lines: readonly string[]): readonly string[] =>
    lines
      .map((line) => ({ line, score: relevance.score(line.replace(/[\d()]/gu, " ")) }))
      .filter(({ score }) => score >= 0.2)
      .sort((a, b) => b.score - a.score)
      .map(({ line }) => line);
  return { classes: pick(classes), predicates: pick(predicates) };
}

function within(lines: readonly string[], characters: number): readonly string[] {
  let size = 0;
  return lines.slice(
    0,
    lines.findIndex((line) => {
      size += line.length + 1;
      return size > characters;
    }) >>> 0,
  );
}
