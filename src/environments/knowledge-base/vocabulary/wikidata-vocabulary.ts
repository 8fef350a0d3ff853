import { NAMESPACES as N, named } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

const ENTITY = "http://www.wikidata.org/entity/";
const PROP = "http://www.wikidata.org/prop/";
const WIKIBASE = "http://wikiba.se/ontology#";

/**
 * Wikidata: `wdt:` leads directly to the best values, `p:` to statements, from which `ps:` leads on to the value and `pq:` to its
 * qualifiers. Normalised values, references and ranks are not listed.
 */
export const wikidataVocabulary: Vocabulary = {
  name: "wikidata",
  prefixes: {
    wd: ENTITY,
    wds: `${ENTITY}statement/`,
    wdt: `${PROP}direct/`,
    wdtn: `${PROP}direct-normalized/`,
    p: PROP,
    ps: `${PROP}statement/`,
    psv: `${PROP}statement/value/`,
    psn: `${PROP}statement/value-normalized/`,
    pq: `${PROP}qualifier/`,
    pqv: `${PROP}qualifier/value/`,
    pqn: `${PROP}qualifier/value-normalized/`,
    pr: `${PROP}reference/`,
    wikibase: WIKIBASE,
    rdf: N.rdf,
    rdfs: N.rdfs,
    owl: N.owl,
    xsd: N.xsd,
    skos: N.skos,
    schema: N.schema,
    prov: N.prov,
  },
  label: [`${N.rdfs}label`],
  alias: [`${N.skos}altLabel`],
  type: [`${PROP}direct/P31`],
  subclass: [`${PROP}direct/P279`],
  description: [`${N.schema}description`],
  languages: ["en", "mul", ""],
  mediators: {
    classes: [`${WIKIBASE}Statement`],
    prefixes: [`${ENTITY}statement/`],
    unlabelled: false,
  },
  hidden: [
    `${PROP}direct-normalized/*`,
    `${PROP}direct/P31`,
    `${PROP}direct/P279`,
    `${PROP}P31`,
    `${PROP}P279`,
    `${PROP}statement/value/*`,
    `${PROP}statement/value-normalized/*`,
    `${PROP}statement/P31`,
    `${PROP}statement/P279`,
    `${PROP}qualifier/value/*`,
    `${PROP}qualifier/value-normalized/*`,
    `${PROP}reference/*`,
    `${PROP}novalue/*`,
    `${WIKIBASE}*`,
    `${N.schema}*`,
    `${N.prov}*`,
    `${N.owl}*`,
    ...named(N.rdf, "type"),
    ...named(N.rdfs, "label comment"),
    ...named(N.skos, "prefLabel altLabel"),
  ],
  attributes: {},
};
