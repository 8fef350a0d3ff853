import type {
  Comparison,
  Program,
  Step,
} from "../../../../src/environments/knowledge-base/program/program.ts";
import { comparableValue } from "../../../../src/environments/knowledge-base/term/comparable-value.ts";
import { iri, literal, type Term, termText } from "../../../../src/environments/knowledge-base/term/term.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import type { StoreBounds } from "../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { openedOnce, type TestRunner } from "../../../../src/testing/test-runner.ts";

/** Programs over the fixture in short: names for its IRIs, `^` for inverse steps, `/` between the steps of an attribute. */
export const terms = (...each: readonly (string | Term)[]): Program => ({
  op: "terms",
  terms: each.map((one) => (typeof one === "string" ? ex(one) : one)),
});
export const instances = (name: string): Program => ({ op: "instances", class: EX + name });
export const follow = (from: Program, path: string): Program =>
  steps(path).reduce<Program>((program, step) => ({ op: "follow", from: program, step }), from);
export const both = (left: Program, right: Program): Program => ({ op: "intersection", left, right });
export const either = (left: Program, right: Program): Program => ({ op: "union", left, right });
export const without = (left: Program, right: Program): Program => ({ op: "difference", left, right });
export const most = (of: Program, path: string): Program => ({ op: "argmax", of, attribute: steps(path) });
export const least = (of: Program, path: string): Program => ({ op: "argmin", of, attribute: steps(path) });
export const count = (of: Program): Program => ({ op: "count", of });
export const filter = (of: Program, path: string, comparison: Comparison, value: Term): Program => ({
  op: "filter",
  of,
  attribute: steps(path),
  comparison,
  value,
});

/** An empty text is no step at all. */
function steps(path: string): readonly Step[] {
  return path === ""
    ? []
    : path
        .split("/")
        .map((step) => ({ predicate: EX + step.replace("^", ""), inverse: step.startsWith("^") }));
}

export function shownPath(path: readonly Step[]): string {
  return path.map(({ predicate, inverse }) => (inverse ? "^" : "") + predicate.replace(EX, "")).join("/");
}

/** `heat`, `_:` (blank nodes have names of their own in each store), `Heat@en`, `170^integer`, `text`. */
export function shown(term: Term): string {
  switch (term.kind) {
    case "iri":
      return term.value.replace(EX, "");
    case "blank":
      return "_:";
    case "literal": {
      if (term.language !== undefined) return `${term.value}@${term.language}`;
      if (term.datatype === undefined) return term.value;
      const value = comparableValue(term);
      const text = value?.kind === "number" ? String(value.number) : term.value;
      return `${text}^${term.datatype.replace(/^.*#/u, "")}`;
    }
  }
}

/** All members of a program, in short, sorted and joined by a space. */
export async function membersOf(store: TripleStore, program: Program): Promise<string> {
  const { terms: all } = await store.members(program, { limit: 10_000 }, storeBounds());
  return all.map(shown).sort().join(" ");
}

export async function relationsOf(store: TripleStore, program: Program): Promise<readonly string[]> {
  const relations = await store.relations(program, storeBounds());
  return relations
    .map(({ path, members, end }) =>
      [shownPath(path), members, end.kind, end.class?.replace(EX, "")].filter(Boolean).join(" "),
    )
    .sort();
}

export async function attributesOf(store: TripleStore, program: Program): Promise<readonly string[]> {
  const attributes = await store.attributes(program, storeBounds());
  return attributes
    .map(({ path, kind, members, least: low, greatest }) =>
      [shownPath(path), kind, members, shown(low), shown(greatest)].join(" "),
    )
    .sort();
}

/** One triple of the data that the suite of triple stores asks about. */
export type FixtureTriple = readonly [subject: Term, predicate: Term, object: Term];

export const EX = "http://example.org/";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const SKOS = "http://www.w3.org/2004/02/skos/core#";
const XSD = "http://www.w3.org/2001/XMLSchema#";

export const ex = (name: string): Term => iri(EX + name);
/** A literal by its XSD type: `typed("170", "integer")`. */
export const typed = (value: string, type: string): Term => literal(value, { datatype: XSD + type });

/** How the fixture says things: the `rdfs` way, with mediators of all three kinds, a plain-text number, hidden links. */
export const FIXTURE_VOCABULARY: Vocabulary = {
  name: "fixture",
  prefixes: { "": EX, rdf: RDF, rdfs: RDFS, skos: SKOS, xsd: XSD },
  label: [`${RDFS}label`, `${SKOS}prefLabel`],
  alias: [`${SKOS}altLabel`],
  type: [`${RDF}type`],
  subclass: [`${RDFS}subClassOf`],
  description: [`${RDFS}comment`],
  languages: ["en", "", "de"],
  mediators: { classes: [`${EX}Honor`], prefixes: [`${EX}statement/`], unlabelled: true },
  hidden: [`${RDF}type`, `${RDFS}label`, `${RDFS}subClassOf`, `${RDFS}comment`, `${SKOS}*`, `${EX}link/*`],
  attributes: { [`${EX}sold`]: "number", [`${EX}seen`]: "date" },
};

/**
 * One line per subject: its name, then predicate and object in turn. Objects: `"text"@en`, `"170"^integer`, `"plain"`, `_:b`, or a name.
 * `a` is the type, `label`, `alias`, `pref`, `comment` and `sub` are the vocabulary's.
 */
const LINES = String.raw`
heat | a Film | label "Heat"@en | label "Heat"@de | alias "Heat – Die Hard Cops"@de | director mann | genre crime | genre drama | country usa | cast pacino | cast deniro | runtime "170"^integer | released "1995-12-15"^date | year "1995"^gYear | budget "60000000"^integer | rating "8.3"^decimal | score "7"^integer | sold "1200" | link/imdb tt0113277 | comment "A crime film."@en
casino | a Film | label "Casino"@en | director scorsese | genre crime | country usa | cast deniro | cast stone | runtime "178"^integer | released "1995-11"^gYearMonth | year "1995"^gYear | rating "8.2"^double | score "1995-11-22"^date | sold "900" | link/imdb tt0112641
insider | a Film | label "The Insider"@en | label "Insider"@de | director mann | genre drama | country usa | cast pacino | runtime "157"^integer | released "1999-11-05T20:00:00"^dateTime | year "1999"^gYear | rating "7.8"^decimal | score "6.5"^decimal | sold "n/a" | seen "2001-02-03"
lola | a Film | label "Run Lola Run"@en | label "Lola rennt"@de | director tykwer | genre thriller | country germany | cast potente | runtime "81"^integer | released "1998-08-20"^date | year "1998"^gYear | rating "7.6"^decimal | sold "85.5"
roma | a Film | label "Roma" | director cuaron | genre drama | country mexico | runtime "135"^integer | year "2018"^gYear | rating "7.7"^decimal | budget "15000000"^integer | seen "2019"
epic | a Film | label "Epic"@en-gb | label "Epos"@de | director lean | runtime "178"^decimal | year "1962"^integer | budget "15000000"^decimal | genre drama
rivers | a Documentary | label "Rivers"@en | director mann | runtime "-5"^integer | year "1995"^gYear | country germany
lost | a Film | director scorsese | genre crime | year "1995"^gYear | cast stone
mann | a Person | a Director | label "Michael Mann"@en | alias "M. Mann"@en | bornIn chicago | born "1943-02-05"^date | won honor1 | homepage site
scorsese | a Person | a Director | a Actor | label "Martin Scorsese"@en | bornIn newyork | born "1942"^gYear | won honor2 | spouse statement/m1
tykwer | a Person | a Director | label "Tom Tykwer"@de | bornIn wuppertal | born "1965-05-23"^date | won _:honor3
cuaron | a Person | a Director | label "Alfonso Cuarón"@es | bornIn mexicocity | born "1961-11-28"^date | won honor2
lean | a Person | a Director | label "David Lean"@fr | label "D. Lean"@es | born "1908-03"^gYearMonth
pacino | a Person | a Actor | label "Al Pacino"@en | bornIn newyork | born "1940-04-25"^date | height "1.68"^decimal
deniro | a Person | a Actor | label "Robert De Niro"@en | bornIn newyork | born "1943-08-17"^date | height "1.77"^decimal
stone | a Person | a Actor | label "Sharon Stone"@en | pref "Stone"@en | height "1.74"^decimal | spouse statement/m1 | spouse statement/m2
potente | a Person | a Actor | label "Franka Potente"@de | height "1.74"^decimal | spouse statement/m2
caesar | a Person | label "Caesar" | bornIn rome
honor1 | a Honor | award oscar | year "2000"^gYear | forWork insider
honor2 | a Honor | award oscar | year "2019"^gYear | forWork roma
_:honor3 | award bear | year "1999"^gYear | forWork lola
statement/m1 | from "1990-06-01"^date
statement/m2 | from "2001"^gYear | until "2005"^gYear
oscar | a Award | label "Academy Award"@en | alias "Oscar"@en
bear | a Award | label "Golden Bear"@en | label "Goldener Bär"@de
chicago | a City | label "Chicago"@en | in usa | population "2700000"^integer
newyork | a City | label "New York"@en | alias "NYC" | alias "Big Apple"@en | in usa | population "8400000"^integer
wuppertal | a City | label "Wuppertal"@de | in germany | population "355000"^integer
mexicocity | a Capital | label "Mexico City"@en | label "Ciudad de México"@es | in mexico | population "8900000"^integer
rome | a Capital | label "Rome"@en | label "Roma"@it | in italy | population "2700000"^integer
usa | a Country | label "United States"@en | alias "USA" | capital washington | area "9833517"^integer
germany | a Country | label "Germany"@en | label "Deutschland"@de | area "357022.5"^decimal
mexico | a Country | label "Mexico"@en | area "1964375"^integer
italy | a Country | label "Italy"@en | capital rome
washington | population "690000"^integer
crime | a Genre | label "Crime"@en | near thriller
drama | a Genre | label "Drama"@en
thriller | a Genre | label "Thriller"@en | near crime
island | label "Island \"nowhere\"\n\\ 🏝" | near island
odd | label "Odd"@en | a K1 | a K2 | a K3 | a K4 | a K5 | a K6 | a K7 | a K8 | a K9
Film | sub Work | label "Film"@en | alias "movie"@en
Documentary | sub Film | label "Documentary"@en
Capital | sub City | label "Capital"@en
City | sub Place | label "City"@en
Country | sub Place | label "Country"@en
Place | label "Place"@en
Work | label "Work"@en
Ring | sub Circle
Circle | sub Ring
saturn | a Ring | label "Saturn"@en
`;

/** Literals that engines rewrite or refuse: not of their datatype, several spellings of one number, a year before Christ. */
const AWKWARD_LINES = `
odd | runtime "soon"^integer | year "95"^gYear | height "tall"^decimal
caesar | born "-0100-07-12"^date
epic | runtime "178.00"^decimal | length "1.78e2"^double
lost | length "+178"^integer
`;

/** About 250 triples, none of them twice. Numbers are in their canonical spelling, as engines do not keep another. */
export const FIXTURE_TRIPLES: readonly FixtureTriple[] = readLines(LINES);
export const AWKWARD_TRIPLES: readonly FixtureTriple[] = readLines(AWKWARD_LINES);

/** Triples as N-Triples. */
export function fixtureText(triples: readonly FixtureTriple[]): string {
  return triples.map((triple) => `${triple.map(termText).join(" ")} .\n`).join("");
}

function readLines(lines: string): readonly FixtureTriple[] {
  return lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [subject = "", ...rest] = line.split(" | ");
      return rest.map((part): FixtureTriple => {
        const space = part.indexOf(" ");
        return [readTerm(subject), predicateOf(part.slice(0, space)), readTerm(part.slice(space + 1))];
      });
    });
}

function predicateOf(name: string): Term {
  const known: Readonly<Record<string, string>> = {
    a: `${RDF}type`,
    label: `${RDFS}label`,
    alias: `${SKOS}altLabel`,
    pref: `${SKOS}prefLabel`,
    comment: `${RDFS}comment`,
    sub: `${RDFS}subClassOf`,
  };
  return iri(known[name] ?? EX + name);
}

function readTerm(text: string): Term {
  if (text.startsWith("_:")) return { kind: "blank", value: text.slice(2) };
  if (!text.startsWith('"')) return ex(text);
  const end = text.lastIndexOf('"');
  const value = JSON.parse(text.slice(0, end + 1)) as string;
  const [mark, tag] = [text[end + 1], text.slice(end + 2)];
  if (mark === "@") return literal(value, { language: tag });
  return mark === "^" ? typed(value, tag) : literal(value);
}

/** What a store may lack, each with the reason. */
export type TripleStoreSkip =
  /** SPARQL queries. */
  | "query"
  /** Literals that are kept as they were written, valid or not. */
  | "awkward";

/** How the suite gets a store with data of its own. */
export interface TripleStoreSubject {
  /** Opens a store on these triples alone; the suite closes it. Most tests ask for the same triples, so they may be loaded once. */
  open(options: {
    readonly triples: readonly FixtureTriple[];
    readonly vocabulary: Vocabulary;
  }): Promise<TripleStore>;
  /** What this store lacks, and why. */
  readonly skip?: Readonly<Partial<Record<TripleStoreSkip, string>>>;
}

interface WithStoreOptions {
  readonly extra?: readonly FixtureTriple[];
  readonly vocabulary?: Partial<Vocabulary>;
  readonly needs?: TripleStoreSkip;
  /** A store of its own, as the test closes it. */
  readonly own?: boolean;
}

/** Runs one test on the fixture, with `extra` triples and changes to the vocabulary. */
export type WithStore = (
  title: string,
  body: (store: TripleStore) => Promise<void>,
  options?: WithStoreOptions,
) => void;

export function withStoreOf(runner: TestRunner, subject: TripleStoreSubject): WithStore {
  const onOne = openedOnce(runner, () =>
    subject.open({ triples: FIXTURE_TRIPLES, vocabulary: FIXTURE_VOCABULARY }),
  );
  return (title, body, { extra = [], vocabulary, needs, own = false } = {}) => {
    const reason = needs === undefined ? undefined : subject.skip?.[needs];
    if (reason !== undefined) {
      runner.skip(title, reason);
      return;
    }
    if (!own && extra.length === 0 && vocabulary === undefined) {
      onOne(title, body);
      return;
    }
    runner.it(title, async () => {
      const store = await subject.open({
        triples: [...FIXTURE_TRIPLES, ...extra],
        vocabulary: { ...FIXTURE_VOCABULARY, ...vocabulary },
      });
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  };
}

export function storeBounds(more: Partial<StoreBounds> = {}): StoreBounds {
  return { milliseconds: 20_000, signal: new AbortController().signal, ...more };
}
