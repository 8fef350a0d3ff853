import type { PrivacyRules } from "../../../../src/environment/privacy-rules.ts";

const PREFIXES: Readonly<Record<string, string>> = {
  "": "http://example.org/",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  owl: "http://www.w3.org/2002/07/owl#",
};

/** `:a :b "c"` a line, as N-Triples. */
function nTriples(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .replace(/(?<=^|\s)a(?=\s)/u, "rdf:type")
        .replace(
          /(?<=^|\s)([a-z]*):([\w-]+)/gu,
          (_, prefix: string, name: string) => `<${PREFIXES[prefix]}${name}>`,
        )
        .replace(/\s(\d+)$/u, ' "$1"^^<http://www.w3.org/2001/XMLSchema#integer>'),
    )
    .map((line) => `${line} .\n`)
    .join("");
}

const SEEN: readonly string[] = [
  ':anna rdfs:label "Anna"',
  ":anna a :Person",
  ":anna :age 41",
  ":anna :knows :ben",
  ':ben rdfs:label "Ben"',
  ":ben a :Person",
  ":ben :knows :anna",
  ":ben :livesIn :oslo",
  ':carla rdfs:label "Carla"',
  ":carla a :Manager",
  ":carla :knows :ben",
  ":carla :livesIn :oslo",
  ":Manager rdfs:subClassOf :Person",
  ':Person rdfs:label "person"',
  ':Manager rdfs:label "manager"',
  ':oslo rdfs:label "Oslo"',
  ":oslo a :City",
  ":oslo :partOf :norway",
  ":norway :partOf :europe",
  ':knows rdfs:label "is acquainted with"',
  ':email rdfs:label "e-mail"',
];

/** What stands in the data, and what is seen of it in place of that. */
const MASKED: readonly (readonly [stored: string, seen: string])[] = [
  [':anna :email "canary-anna@x"', ':anna :email "***"'],
  [':ben :email "canary-ben@x"', ':ben :email "***"'],
  [':ben :email "canary-b@x"', ':ben :email "***"'],
  [":anna :doctor :canarydoctor", ':anna :doctor "***"'],
];

const HIDDEN: readonly string[] = [
  ":anna :salary 771001",
  ":ben :salary 771002",
  ":carla :pay 771003",
  ":pay rdfs:subPropertyOf :salary",
  ':salary rdfs:label "canary monthly pay"',
  ":salary rdfs:domain :Person",
  ":canaryearner :earns :anna",
  ":earns owl:inverseOf :salary",
  ":canaryspy a :Spy",
  ':canaryspy rdfs:label "Canary Bond"',
  ":canaryspy :knows :anna",
  ":canaryspy :age 39",
  ":anna :knows :canaryspy",
  ":canarymole a :DoubleAgent",
  ":DoubleAgent rdfs:subClassOf :Spy",
  ":Spy rdfs:subClassOf :Person",
  ':Spy rdfs:label "canary spy"',
  ":ben :knows :canarymole",
  ":canarymole :livesIn :oslo",
];

/** All that is stored. */
export const STORED = nTriples([...SEEN, ...MASKED.map(([stored]) => stored), ...HIDDEN]);
/** What is left of it under the rules, as if nothing else had ever been stored. */
export const LEFT = nTriples([...new Set([...SEEN, ...MASKED.map(([, seen]) => seen)])]);

export const RULES: PrivacyRules = {
  deny: ["canary monthly pay", "<http://example.org/Spy>"],
  mask: ["http://example.org/email", "doctor"],
};

/** Stands in everything that is hidden, and nowhere else. */
export const CANARY = /canary|7710|\b39\b/iu;

const queries = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Queries that have the same solutions over what is left as they have under the rules over all. */
export const ANSWERED: readonly string[] = queries(`
  SELECT ?s ?p ?o WHERE { ?s ?p ?o }
  SELECT * WHERE { ?s ?p ?o . ?o ?q ?z }
  SELECT DISTINCT ?p WHERE { ?s ?p ?o }
  SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }
  SELECT (COUNT(?o) AS ?n) WHERE { ?s :salary ?o }
  SELECT ?s ?o WHERE { ?s :salary ?o }
  SELECT ?s ?o WHERE { ?s :email ?o }
  SELECT ?s WHERE { ?s :email "canary-anna@x" }
  SELECT ?s WHERE { ?s :email "***" }
  ASK { :anna :email "canary-anna@x" }
  ASK { :anna :email "***" }
  ASK { :anna :doctor :canarydoctor }
  SELECT ?x WHERE { :canarydoctor ?p ?x }
  SELECT ?x WHERE { ?x ?p :canarydoctor }
  SELECT ?a ?b WHERE { ?a :email ?e . ?b :email ?e . FILTER(?a != ?b) }
  SELECT ?s WHERE { ?s :email ?e . FILTER(STRSTARTS(?e, "canary")) }
  SELECT ?s WHERE { ?s :email ?e } ORDER BY ?e ?s
  SELECT (MIN(?e) AS ?m) (GROUP_CONCAT(?e; SEPARATOR=",") AS ?all) WHERE { ?s :email ?e }
  SELECT ?s (STRLEN(?e) AS ?l) WHERE { ?s :email ?e }
  SELECT (SUM(?o) AS ?n) WHERE { ?s ?p ?o . FILTER(isNumeric(?o)) }
  SELECT ?s ?o WHERE { BIND(IRI("http://example.org/salary") AS ?p) ?s ?p ?o }
  SELECT ?s ?o WHERE { ?s ?p ?o . FILTER(?p = IRI(CONCAT("http://example.org/", "salary"))) }
  SELECT ?s ?o WHERE { ?s ?p ?o . FILTER(STRENDS(STR(?p), "email")) }
  SELECT ?s ?o WHERE { VALUES ?p { :salary :email } ?s ?p ?o }
  SELECT ?s ?o WHERE { ?s ?p ?o } VALUES ?p { :salary :email }
  SELECT ?s ?o WHERE { VALUES (?s ?p) { (:anna :salary) (:ben :email) (:ben UNDEF) } ?s ?p ?o }
  SELECT ?s ?o WHERE { ?s (:salary|:age) ?o }
  SELECT ?s ?o WHERE { ?s (:salary|:email) ?o }
  SELECT ?o ?s WHERE { ?o ^:email ?s }
  SELECT ?s ?o WHERE { ?s :knows/:salary ?o }
  SELECT ?s ?o WHERE { ?s :knows/^:knows/:email ?o }
  SELECT ?s ?o WHERE { ?s (:knows/:email)|:livesIn ?o }
  SELECT ?s WHERE { ?s a/rdfs:subClassOf* :Person }
  SELECT ?s ?c WHERE { ?s a/rdfs:subClassOf* ?c }
  SELECT ?c WHERE { ?c rdfs:subClassOf+ :Person }
  SELECT ?s WHERE { ?s a :Spy }
  SELECT ?s WHERE { ?s a/rdfs:subClassOf* :Spy }
  SELECT ?s ?o WHERE { :canaryspy ?s ?o }
  SELECT ?s WHERE { ?s :knows :canaryspy }
  SELECT ?s ?n WHERE { ?s rdfs:label ?n . FILTER(CONTAINS(LCASE(?n), "canary")) }
  SELECT ?s (COUNT(?x) AS ?n) WHERE { ?s :knows ?x } GROUP BY ?s HAVING (COUNT(?x) >= 1) ORDER BY ?s
  SELECT ?s ?o WHERE { ?s a :Person OPTIONAL { ?s :salary ?o } }
  SELECT ?s ?o WHERE { ?s a :Person OPTIONAL { ?s :email ?o } }
  SELECT ?s WHERE { ?s a :Person FILTER NOT EXISTS { ?s :salary ?o } }
  SELECT ?s WHERE { ?s a :Person FILTER EXISTS { ?s :knows :canarymole } }
  SELECT ?s WHERE { ?s a :Person FILTER EXISTS { ?s ?p 771001 } }
  SELECT ?s WHERE { ?s a :Person MINUS { ?s :email ?o } }
  SELECT ?s WHERE { ?s a :Person MINUS { ?s :knows ?x . ?x a :Spy } }
  SELECT ?s ?o WHERE { { ?s :salary ?o } UNION { ?s :email ?o } UNION { ?s :livesIn ?o } }
  SELECT ?s ?o WHERE { { SELECT ?s (MAX(?x) AS ?o) WHERE { ?s ?p ?x } GROUP BY ?s } }
  SELECT ?s ?n WHERE { { SELECT ?s WHERE { ?s :email ?e } ORDER BY ?e LIMIT 5 } ?s rdfs:label ?n }
  SELECT ?o WHERE { [ :email ?o ; :age 41 ] }
  SELECT ?s WHERE { ?s :email [] }
  SELECT ?p ?o WHERE { :salary ?p ?o }
  SELECT ?p ?n WHERE { ?p rdfs:label ?n . ?s ?p ?o }
  SELECT (IF(EXISTS { :anna :salary 771001 }, "yes", "no") AS ?known) WHERE { }
  SELECT (COALESCE(?o, "none") AS ?v) WHERE { OPTIONAL { :anna :salary ?o } }
  SELECT ?x ?y WHERE { ?x ?x ?y }
  SELECT ?x ?y WHERE { ?x ?y ?y }
  SELECT DISTINCT (DATATYPE(?o) AS ?d) WHERE { ?s ?p ?o . FILTER(isLiteral(?o)) }
  SELECT REDUCED ?o WHERE { ?s :email ?o } LIMIT 1
  BASE <http://example.org/> SELECT ?o WHERE { <anna> <salary> ?o }
  BASE <http://example.org/> SELECT ?o WHERE { <anna> <age> ?o }
  SELECT ?s ?c WHERE { ?s a ?c . ?c rdfs:subClassOf* :Person }
`);

/** Queries that an endpoint is not sent under the rules. */
export const REFUSED: readonly string[] = queries(`
  SELECT ?s WHERE { SERVICE <http://example.org/sparql> { ?s ?p ?o } }
  SELECT ?s WHERE { GRAPH ?g { ?s ?p ?o } }
  SELECT ?s WHERE { GRAPH <http://example.org/g> { ?s ?p ?o } }
  SELECT ?s FROM <http://example.org/g> WHERE { ?s ?p ?o }
  SELECT ?s FROM NAMED <http://example.org/g> WHERE { ?s ?p ?o }
  SELECT ?s ?o WHERE { ?s !(:age|:knows) ?o }
  SELECT ?x WHERE { ?x :nothing* ?y }
  SELECT ?x WHERE { ?x (:age|:nothing*) ?y }
  SELECT ?x WHERE { :anna :knows+ ?x }
  SELECT ?x WHERE { :anna (:knows|:email)+ ?x }
  SELECT ?x WHERE { :anna (!:age)+ ?x }
  SELECT ?x WHERE { :anna :partOf? ?x }
  SELECT ?p WHERE { ?p rdfs:subPropertyOf+ :salary }
  SELECT ?x WHERE { :oslo :nothing* ?x }
  SELECT (COUNT(DISTINCT *) AS ?n) WHERE { ?s ?p ?o }
  SELECT (<http://jena.apache.org/ARQ/function#now>() AS ?n) WHERE { }
  SELECT ?o WHERE { <anna> <salary> ?o }
  DESCRIBE :anna
  CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }
  CONSTRUCT WHERE { ?s ?p ?o }
  DELETE WHERE { ?s ?p ?o }
  INSERT DATA { :a :b :c }
  SELECT ?o WHERE { <<:anna :salary ?o>> ?p ?x }
`);

export const DECLARED = Object.entries(PREFIXES)
  .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
  .join(" ");
