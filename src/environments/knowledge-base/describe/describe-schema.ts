import { changed, joined, type Marked, ownText, say, schemaName } from "../../../environment/egress/marks.ts";
import type { MarkedDescription } from "../../../environment/environment.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { labelBeyond, namePaths } from "../access/path-names.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import type { PredicateFacts, SchemaClass, SideClasses, TripleStore } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { isMetaClass } from "../vocabulary/vocabulary.ts";

/** Share of the budget for classes; the rest is for predicates. */
const CLASS_SHARE = 0.3;

/** Separates a class from its superclasses. */
const BELOW = " < ";

interface Lines {
  readonly classes: readonly Marked[];
  readonly predicates: readonly Marked[];
}

const VALUE_KINDS = {
  numbers: "number",
  dates: "date",
  texts: "text",
  mixed: "mixed",
  entities: "",
  none: "",
} as const;

/**
 * Classes with their instances and predicates with their ends, most frequent first, under a budget of tokens. With a question, only
 * relevant ones, the most relevant first. States how many were left out.
 */
export async function describeSchema(
  {
    graph,
    names,
    store,
  }: { readonly graph: GraphReader; readonly names: Names; readonly store: TripleStore },
  tokens: number,
  question?: string,
): Promise<MarkedDescription> {
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
    schema.triples === undefined ? say`` : say`${schema.triples} triples`,
    schema.entities === undefined ? say`` : say`${schema.entities} entities`,
  ].filter((part) => part !== "");
  const size = counted.length === 0 ? "" : say` (${counted})`;
  const shown = classes.length + predicates.length;
  const total = lines.classes.length + lines.predicates.length;
  const cut = shown < total || !schema.complete;
  const howToSeeMore = say`find_classes and get_relations show the others.`;
  const head =
    question === undefined
      ? say`Knowledge base ${ownText(visibleText(store.target.name))}${size}.`
      : shown === 0
        ? say`No class or relation is named in the question.`
        : say`Classes and relations that the question seems to be about:`;
  const parts = [
    head,
    part(question === undefined ? classesTitle(classes) : undefined, classes, lines.classes.length),
    part(
      question === undefined ? relationsTitle(schema.predicates, names) : undefined,
      predicates,
      lines.predicates.length,
    ),
    cut ? howToSeeMore : say``,
  ];
  const text = joined(
    parts.filter((line) => line !== ""),
    "\n",
  );
  return cut ? { text, truncation: { what: "rows", shown, total, howToSeeMore } } : { text };
}

function classesTitle(lines: readonly string[]): Marked {
  return lines.some((line) => line.includes(BELOW)) ? say`Classes (< superclass)` : say`Classes`;
}

function relationsTitle([first]: readonly PredicateFacts[], names: Names): Marked {
  if (first === undefined) return say``;
  const example = schemaName(visibleText(names.short(first.predicate)));
  return say`Relations (^${example}: backwards)`;
}

function part(title: Marked | undefined, lines: readonly Marked[], total: number): Marked {
  if (lines.length === 0) return say``;
  if (title === undefined) return joined(lines, "\n");
  return say`${title}${lines.length < total ? say` (${lines.length} of ${total})` : ""}:\n${joined(lines, "\n")}`;
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
    predicates.flatMap(({ subjectClasses, objectClasses }) => [subjectClasses, objectClasses]),
    graph,
  );
  return {
    classes: classes.map((each, at) => {
      const short = schemaName(names.short(each.class));
      const beyond = labelBeyond({
        label: labels[at] === short ? say`` : (labels[at] ?? say``),
        text: short,
      });
      const called = beyond === "" ? "" : say` "${beyond}"`;
      return changed(say`${short}${called}: ${each.count}${belowText(each, names)}`, visibleText);
    }),
    predicates: paths.map((path, at) => {
      const { objectClasses, objectKind, triples } = path.facts.facts;
      const from = ends[2 * at] ?? say``;
      const to =
        objectClasses.first.length === 0 ? ownText(VALUE_KINDS[objectKind]) : (ends[2 * at + 1] ?? say``);
      const label = labelBeyond(path);
      const both = [from, to === "" ? say`` : say`→ ${to}`].filter((side) => side !== "");
      const called = label === "" ? "" : say` "${label}"`;
      const sides = both.length === 0 ? "" : say`: ${joined(both, " ")}`;
      return changed(say`${path.text}${called}${sides} (${triples})`, visibleText);
    }),
  };
}

function belowText({ above = [] }: SchemaClass, names: Names): Marked {
  const shown = above.filter((name) => !isMetaClass(name)).map((name) => schemaName(names.short(name)));
  return shown.length === 0 ? say`` : say`${BELOW}${shown}`;
}

/** Classes of each side, such as `city, region and 2 more`. */
async function sideNames(sides: readonly SideClasses[], graph: GraphReader): Promise<readonly Marked[]> {
  const labels = await graph.iriNames(sides.flatMap(({ first }) => first));
  let at = 0;
  return sides.map(({ first, more }) => {
    const shown = first.map(() => labels[at++] ?? say``);
    return more === 0 ? say`${shown}` : say`${shown} and ${more} more`;
  });
}

function near({ classes, predicates }: Lines, question: string): Lines {
  const relevance = relevanceTo(question);
  const pick = (lines: readonly Marked[]): readonly Marked[] =>
    lines
      .map((line) => ({ line, score: relevance.score(line.replace(/[\d()]/gu, " ")) }))
      .filter(({ score }) => score >= 0.2)
      .sort((a, b) => b.score - a.score)
      .map(({ line }) => line);
  return { classes: pick(classes), predicates: pick(predicates) };
}

function within(lines: readonly Marked[], characters: number): readonly Marked[] {
  let size = 0;
  return lines.slice(
    0,
    lines.findIndex((line) => {
      size += line.length + 1;
      return size > characters;
    }) >>> 0,
  );
}
