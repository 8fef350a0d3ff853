import { Store } from "oxigraph";
import { describe, expect, it } from "vitest";
import {
  type AdmitOptions,
  admitQuery,
  boundedQuery,
} from "../../../../src/environments/knowledge-base/sparql/admit/admit-query.ts";

import {
  type StoreErrorFacts,
  TripleStoreError,
} from "../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";

const NS = "http://rdf.freebase.com/ns/";
const options: AdmitOptions = { prefixes: { "": "http://example.org/", film: "urn:film:" } };

function refusal(query: string, more: Partial<AdmitOptions> = {}): StoreErrorFacts {
  try {
    admitQuery(query, { ...options, ...more });
  } catch (error) {
    if (error instanceof TripleStoreError) return error.facts;
    throw error;
  }
  throw new Error(`admitted: ${query}`);
}

describe("a query without end", () => {
  it.each([
    ["parentheses", `SELECT ?x { FILTER(${"(".repeat(9000)}?x${")".repeat(9000)}) }`],
    ["braces", `SELECT ?x ${"{".repeat(9000)}${"}".repeat(9000)}`],
    ["sums", `SELECT (1${"+1".repeat(9000)} AS ?x) {}`],
  ])("is told to be nested too deeply: %s", (_, query) => {
    const { kind, engineMessage } = refusal(query);
    expect(kind).toBe("syntax");
    expect(engineMessage).toBe("SPARQL syntax error: The query is nested too deeply.");
  });

  it.each([
    ["a word", "a".repeat(20_000), 0],
    ["words with dots", `ASK { ?x ?y ${"a.".repeat(10_000)} }`, 12],
    ["an IRI that is not closed", `ASK { ?x ?y <${"a".repeat(20_000)} }`, 13],
  ])("is refused before it is parsed: %s", (_, query, offset) => {
    expect(refusal(query)).toMatchObject({ kind: "syntax", offset });
    expect(refusal(query).engineMessage).toMatch(/too long for a word/u);
  });
});

describe("what may be asked", () => {
  it("is a SELECT or an ASK, and nothing that changes the data", () => {
    expect(admitQuery("ASK { ?s ?p ?o }", options).form).toBe("ask");
    expect(admitQuery("SELECT * { ?s ?p ?o }", options).form).toBe("select");
    for (const update of [
      "INSERT DATA { :a :b :c }",
      "DELETE WHERE { ?s ?p ?o }",
      "CLEAR ALL",
      "DROP GRAPH <urn:g>",
      "LOAD <file:///etc/passwd>",
      "PREFIX x: <urn:x> DELETE { ?s ?p } WHERE",
      "WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ])
      expect(refusal(update).kind, update).toBe("not-read-only");
    for (const other of ["CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "DESCRIBE <urn:x>"])
      expect(refusal(other).kind, other).toBe("unsupported");
    expect(refusal("SELECT * { ?s ?p ?o } ; CLEAR ALL").kind).toBe("syntax");
  });

  it("is no other server, however deep it stands", () => {
    for (const query of [
      "SELECT * { SERVICE <http://elsewhere/> { ?s ?p ?o } }",
      "SELECT * { ?s ?p ?o FILTER EXISTS { SERVICE SILENT ?where { ?s ?p ?o } } }",
      "SELECT * { { SELECT * { OPTIONAL { SERVICE <http://elsewhere/> { ?s ?p ?o } } } } }",
    ])
      expect(refusal(query)).toMatchObject({
        kind: "unsupported",
        engineMessage: expect.stringMatching(/SERVICE/u),
      });
  });

  it("is only the graphs that are configured", () => {
    expect(refusal("SELECT * FROM <urn:g> { ?s ?p ?o }").engineMessage).toContain("<urn:g>");
    expect(refusal("SELECT * FROM NAMED film:g { ?s ?p ?o }").engineMessage).toContain("<urn:film:g>");
    expect(admitQuery("SELECT * FROM <urn:g> { ?s ?p ?o }", { ...options, graphs: ["urn:g"] }).form).toBe(
      "select",
    );
  });

  it("names no function of the engine's host by way of BASE or of a prefix declared twice", () => {
    for (const declared of [
      "BASE <bif:>",
      "BASE <bif:contains>",
      "BASE <\\u0073ql:>",
      "BASE <bif:contains> BASE <x>",
    ])
      expect(refusal(`${declared} SELECT (<exec>('x') AS ?y) { ?s ?p ?o }`).kind, declared).toBe(
        "unsupported",
      );
    expect(
      refusal("PREFIX b: <bif:> PREFIX b: <http://x/> SELECT (b:exec('x') AS ?y) { ?s ?p ?o }").kind,
    ).toBe("unsupported");
    expect(admitQuery("BASE <http://x/> SELECT * { ?s <p> ?o }", options).form).toBe("select");
  });

  it("is no function of the engine's host, but its text search", () => {
    for (const call of ["bif:http_get('x')", "<bif:file_to_string>('x')", "<sql:rdf_x>(1)"])
      expect(refusal(`SELECT * { ?s ?p ?o FILTER(${call} = 1) }`).kind, call).toBe("unsupported");
    expect(admitQuery("SELECT * { ?s ?p ?o . ?o bif:contains 'heat' }", options).form).toBe("select");
  });
});

describe("a query that is not valid", () => {
  it.each([
    ["SELECT ?x WHERE { ?x :p", 23, "The query ends too early: something is missing at its end."],
    ["Who directed Heat?", 0, '"Who" cannot stand here.'],
    ["SELECT ?x\nWHERE { ?x :p , }", 24, '"," cannot stand here.'],
    ["SELECT ?x WHERE { ?x unknown:p 1 }", 21, 'The prefix "unknown:" is not declared.'],
    ["SELECT ?x { ?x :p 1 } }", 22, '"}" cannot stand here.'],
    ["SELECT ?x { ?x xsd:p 1 FILTER(?x = 1 OR ) }", 40, '")" cannot stand here.'],
  ])("is refused with the place and a sentence: %s", (query, offset, sentence) => {
    const facts = refusal(query);
    expect(facts).toMatchObject({ kind: "syntax", offset });
    const lines = query.slice(0, offset).split("\n");
    expect(facts.engineMessage).toBe(
      `SPARQL syntax error (line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}): ${sentence}`,
    );
  });

  it("is refused where it is empty, makes no sense, or is too long", () => {
    expect(refusal(" # nothing")).toMatchObject({ kind: "syntax", engineMessage: "The query is empty." });
    expect(refusal("SELECT ?y { ?x ?p ?o } GROUP BY ?x").kind).toBe("syntax");
    expect(refusal(`SELECT * { ?s ?p "${"x".repeat(100_000)}" }`).kind).toBe("too-large");
  });
});

/** Shapes of the gold queries of WebQSP, ComplexWebQuestions and GrailQA, which only Virtuoso takes as they are. */
const DIALECT: readonly (readonly [string, string])[] = [
  [
    `PREFIX ns: <${NS}>\nSELECT DISTINCT ?x\nWHERE {\nFILTER (?x != ns:m.1)\nFILTER (!isLiteral(?x) OR lang(?x) = '' OR langMatches(lang(?x), 'en'))\nns:m.1 <${NS}location.country.languages_spoken> ?x .\n}`,
    "urn:2 urn:3",
  ],
  [
    `SELECT ?x WHERE { ?x <${NS}time.event.start_date> ?d FILTER(xsd:datetime(?d) >= xsd:dateTime("2000-01-01T00:00:00Z") AND xsd:integer(1) = 1) }`,
    "urn:e",
  ],
  [
    `SELECT (?x0 AS ?value) WHERE { SELECT DISTINCT ?x0 WHERE { ?x0 <${NS}time.event.start_date> ?y0 . FILTER(?y0 < "1999-01-01T00:00:00Z"^^xsd:datetime) } }`,
    "urn:f",
  ],
  [`SELECT ?s WHERE { ?s ?p "a OR b, xsd:datetime, COUNT(?x)" } # OR count(?x)`, "urn:s"],
];

describe("a query in the dialect of Virtuoso", () => {
  const store = new Store();
  store.load(
    `<${NS}m.1> <${NS}location.country.languages_spoken> <urn:2> , <urn:3> , <${NS}m.1> .
<urn:e> <${NS}time.event.start_date> "2001-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:f> <${NS}time.event.start_date> "1998-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:s> <urn:p> "a OR b, xsd:datetime, COUNT(?x)" .`,
    { format: "text/turtle" },
  );
  it.each(DIALECT)("is accepted and means the same to a strict engine: %s", (query, expected) => {
    const { text } = boundedQuery(admitQuery(query, options), 10);
    const rows = store.query(text) as Map<string, { value: string }>[];
    const values = rows.flatMap((row) => [...row.values()].map(({ value }) => value));
    expect(values.sort().join(" ")).toBe(expected);
  });
});

describe("the bound on rows", () => {
  const bounded = (query: string) =>
    boundedQuery(admitQuery(query, options), 11).text.replace(/\s+/gu, " ").trim();
  it("is added, lowered where there is a higher one, and left where there is a lower one", () => {
    expect(bounded("SELECT ?x { ?x :p 1 } # all")).toMatch(/# all LIMIT 11$/u);
    expect(bounded("SELECT ?x { ?x ?p ?o } LIMIT 500 OFFSET 3")).toBe(
      "SELECT ?x WHERE { ?x ?p ?o . } LIMIT 11 OFFSET 3",
    );
    expect(bounded("SELECT ?x { ?x ?p 1 } OFFSET 3 LIMIT 5")).toBe("SELECT ?x { ?x ?p 1 } OFFSET 3 LIMIT 5");
    expect(bounded("SELECT ?x { { SELECT ?x { ?x ?p 1 } LIMIT 5 } }")).toMatch(/\} \} LIMIT 11$/u);
    expect(bounded("SELECT ?x { ?x ?p ?o } VALUES ?o { <urn:a> }")).toBe(
      "SELECT ?x WHERE { ?x ?p ?o . } LIMIT 11 VALUES ?o { <urn:a> }",
    );
    expect(bounded("ASK { ?x ?p 1 }")).toBe("ASK { ?x ?p 1 }");
  });

  it("comes with a query that counts the rows, where one can be written", () => {
    const counting = (query: string) =>
      boundedQuery(admitQuery(query, { ...options, graphs: ["urn:g"] }), 3).counting;
    const store = new Store();
    store.load("<urn:a> <urn:p> 1, 2, 3, 4, 5 .", { format: "text/turtle" });
    const [row] = store.query(counting("PREFIX u: <urn:> SELECT ?o { ?s u:p ?o } ORDER BY ?o") ?? "") as Map<
      string,
      { value: string }
    >[];
    expect(row?.get("rows")?.value).toBe("3");
    expect(counting("SELECT ?o FROM <urn:g> { ?s ?p ?o }")).toBeUndefined();
  });
});
