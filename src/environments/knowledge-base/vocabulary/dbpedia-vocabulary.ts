import { NAMESPACES as N, named } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

const DBO = "http://dbpedia.org/ontology/";
const DBP = "http://dbpedia.org/property/";

/** DBpedia: `dbo:` is the ontology, `dbp:` what stands in infoboxes; careers and tenures are nodes of their own. */
export const dbpediaVocabulary: Vocabulary = {
  name: "dbpedia",
  prefixes: {
    dbo: DBO,
    dbp: DBP,
    dbr: "http://dbpedia.org/resource/",
    dbc: "http://dbpedia.org/resource/Category:",
    yago: "http://dbpedia.org/class/yago/",
    dbt: "http://dbpedia.org/datatype/",
    gold: "http://purl.org/linguistics/gold/",
    georss: "http://www.georss.org/georss/",
    ...N,
  },
  label: [`${N.rdfs}label`, `${N.foaf}name`],
  alias: [`${DBO}alias`, `${DBO}otherName`, `${N.foaf}nick`, `${DBP}name`, `${N.skos}altLabel`],
  type: [`${N.rdf}type`],
  subclass: [`${N.rdfs}subClassOf`],
  classPattern: "^http://dbpedia\\.org/(?:ontology/[A-Z]|class/yago/)",
  description: [`${DBO}abstract`, `${N.rdfs}comment`],
  languages: ["en", ""],
  mediators: {
    classes: named(DBO, "CareerStation PersonFunction TimePeriod SportsTeamMember Tenure"),
    prefixes: [],
    unlabelled: false,
  },
  hidden: [
    `${DBO}wikiPage*`,
    ...named(DBO, "abstract thumbnail soundRecording viafId"),
    `${DBP}wikiPage*`,
    ...named(
      DBP,
      "name caption imageCaption imageSize image alt url website id date title quote source align width reason bot",
    ),
    ...named(N.rdf, "type"),
    ...named(N.rdfs, "label comment subClassOf subPropertyOf domain range seeAlso isDefinedBy"),
    ...named(N.foaf, "name nick depiction page homepage isPrimaryTopicOf primaryTopic"),
    ...named(N.skos, "prefLabel altLabel exactMatch closeMatch broader subject"),
    ...named(N.dct, "subject title description"),
    ...named(N.dc, "title description rights language"),
    "http://purl.org/linguistics/gold/*",
    "http://www.georss.org/georss/*",
    `${N.geo}geometry`,
    `${N.owl}*`,
    `${N.prov}*`,
  ],
  attributes: {},
};
