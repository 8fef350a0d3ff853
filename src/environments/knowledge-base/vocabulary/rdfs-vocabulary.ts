import { NAMESPACES as N, named } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Knowledge bases without a way of their own: RDF Schema, SKOS, FOAF, Dublin Core, schema.org. */
export const rdfsVocabulary: Vocabulary = {
  name: "rdfs",
  prefixes: { ...N },
  label: [
    `${N.rdfs}label`,
    `${N.skos}prefLabel`,
    `${N.schema}name`,
    `${N.schemas}name`,
    `${N.foaf}name`,
    `${N.dct}title`,
    `${N.dc}title`,
  ],
  alias: [
    `${N.skos}altLabel`,
    `${N.skos}hiddenLabel`,
    `${N.schema}alternateName`,
    `${N.schemas}alternateName`,
    `${N.foaf}nick`,
    `${N.dct}alternative`,
  ],
  type: [`${N.rdf}type`],
  subclass: [`${N.rdfs}subClassOf`],
  description: [
    `${N.rdfs}comment`,
    `${N.dct}description`,
    `${N.dc}description`,
    `${N.schema}description`,
    `${N.schemas}description`,
    `${N.skos}definition`,
  ],
  languages: ["en", ""],
  mediators: { classes: [], prefixes: [], unlabelled: false },
  hidden: [
    ...named(N.rdf, "type first rest subject predicate object"),
    ...named(N.rdfs, "label comment subClassOf subPropertyOf domain range seeAlso isDefinedBy"),
    ...named(N.skos, "prefLabel altLabel hiddenLabel definition notation exactMatch closeMatch inScheme"),
    ...named(N.schema, "name alternateName description sameAs url image"),
    ...named(N.schemas, "name alternateName description sameAs url image"),
    ...named(N.foaf, "name nick depiction page homepage isPrimaryTopicOf primaryTopic"),
    ...named(N.dct, "title alternative description"),
    ...named(N.dc, "title description"),
    `${N.owl}*`,
    `${N.prov}*`,
  ],
  attributes: {},
};
