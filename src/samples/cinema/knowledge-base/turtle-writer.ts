/** One object of a statement, as Turtle writes it. */
type TurtleObject = string;

/** Prefixes of the sample's knowledge base: one per kind of thing, and the empty one for what it says of them. */
export const cinemaPrefixes: Readonly<Record<string, string>> = {
  "": "https://cinema.example/ontology#",
  film: "https://cinema.example/film/",
  person: "https://cinema.example/person/",
  place: "https://cinema.example/place/",
  genre: "https://cinema.example/genre/",
  keyword: "https://cinema.example/keyword/",
  studio: "https://cinema.example/studio/",
  series: "https://cinema.example/series/",
  award: "https://cinema.example/award/",
  ceremony: "https://cinema.example/ceremony/",
  nomination: "https://cinema.example/nomination/",
  language: "https://cinema.example/language/",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

export const text = (value: string, language?: string): TurtleObject =>
  `"${value.replace(/["\\]/gu, "\\$&").replace(/\n/gu, "\\n")}"${language === undefined ? "" : `@${language}`}`;
export const integer = (value: number): TurtleObject => String(Math.round(value));
export const decimal = (value: number): TurtleObject =>
  Number.isInteger(value) ? value.toFixed(1) : String(value);
export const date = (value: string): TurtleObject => `"${value}"^^xsd:date`;
export const year = (value: number): TurtleObject => `"${value}"^^xsd:gYear`;

/** Predicate and object; an absent object says nothing. */
export type Saying = readonly [predicate: string, object: TurtleObject | null | undefined];

/** One subject with all that is said of it; a predicate that occurs again adds an object. */
export function statement(subject: string, sayings: readonly Saying[]): string {
  const objects = new Map<string, TurtleObject[]>();
  for (const [predicate, object] of sayings) {
    if (object === null || object === undefined) continue;
    const said = objects.get(predicate);
    if (said === undefined) objects.set(predicate, [object]);
    else if (!said.includes(object)) said.push(object);
  }
  const lines = [...objects].map(([predicate, said]) => `${predicate} ${said.join(", ")}`);
  return `${subject} ${lines.join(" ;\n  ")} .\n`;
}
