import { NAMESPACES as N, NO_VOCABULARY, named, type Vocabulary } from "./vocabulary.ts";

const ENTITY = "http://www.wikidata.org/entity/";
const PROP = "http://www.wikidata.org/prop/";
const WIKIBASE = "http://wikiba.se/ontology#";

/**
 * Wikidata: `wdt:` leads directly to the best values, `p:` to statements, from which `ps:` leads to the value and `pq:` to its
 * qualifiers. Normalised values, references and ranks are not listed.
 */
const wikidataVocabulary: Vocabulary = {
  ...NO_VOCABULARY,
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
};

/** Knowledge bases without conventions of their own: RDF Schema, SKOS, FOAF, Dublin Core, schema.org. */
const rdfsVocabulary: Vocabulary = {
  ...NO_VOCABULARY,
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
};

const NS = "http://rdf.freebase.com/ns/";

/**
 * Freebase: names without a prefix, `m.` and `g.` for entities, everything else for the schema. Statements with several parts are compound
 * values (CVTs), nodes without a name. Its dumps store most numbers as plain text.
 */
export const freebaseVocabulary: Vocabulary = {
  ...NO_VOCABULARY,
  name: "freebase",
  prefixes: {
    "": NS,
    key: "http://rdf.freebase.com/key/",
    rdf: N.rdf,
    rdfs: N.rdfs,
    owl: N.owl,
    xsd: N.xsd,
  },
  label: [`${NS}type.object.name`, `${N.rdfs}label`],
  alias: [`${NS}common.topic.alias`],
  type: [`${NS}type.object.type`, `${N.rdf}type`],
  classPattern: "^http://rdf\\.freebase\\.com/ns/(?![mg]\\.)[a-z][\\w-]*\\.[\\w.-]+$",
  description: [`${NS}common.topic.description`],
  languages: ["en", ""],
  mediators: { classes: [], prefixes: [], unlabelled: true },
  hidden: [
    `${NS}type.*`,
    `${NS}freebase.*`,
    `${NS}dataworld.*`,
    ...named(
      NS,
      "common.topic.alias common.topic.description common.topic.article common.topic.official_website common.topic.topic_equivalent_webpage common.topic.topical_webpage common.topic.webpage common.topic.social_media_presence",
    ),
    ...named(N.rdf, "type"),
    ...named(N.rdfs, "label domain range"),
    "http://rdf.freebase.com/key/*",
    `${N.owl}*`,
  ],
  attributes: {
    ...kinds(
      "number",
      "people.person.height_meters people.person.weight_kg location.location.area location.geocode.latitude location.geocode.longitude location.geocode.elevation measurement_unit.dated_integer.number measurement_unit.dated_float.number measurement_unit.dated_percentage.rate measurement_unit.dated_money_value.amount measurement_unit.money_value.amount measurement_unit.integer_range.low_value measurement_unit.integer_range.high_value film.film_cut.runtime music.recording.length music.release_track.length geography.mountain.elevation geography.river.length geography.body_of_water.surface_area spaceflight.rocket_engine.thrust_at_sea_level architecture.structure.height_meters",
    ),
    ...kinds(
      "date",
      "people.person.date_of_birth people.deceased_person.date_of_death film.film.initial_release_date time.event.start_date time.event.end_date organization.organization.date_founded location.dated_location.date_founded measurement_unit.dated_integer.year architecture.structure.opened book.written_work.date_of_first_publication music.album.release_date tv.tv_program.air_date_of_first_episode tv.tv_program.air_date_of_final_episode",
    ),
  },
};

function kinds(kind: "number" | "date", names: string): Record<string, "number" | "date"> {
  return Object.fromEntries(named(NS, names).map((name) => [name, kind]));
}

const DBO = "http://dbpedia.org/ontology/";
const DBP = "http://dbpedia.org/property/";

/** DBpedia: `dbo:` is the ontology, `dbp:` holds raw infobox values; careers and tenures are nodes of their own. */
const dbpediaVocabulary: Vocabulary = {
  ...NO_VOCABULARY,
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
};

/** A key of `PRESETS`. */
export type PresetName = "rdfs" | "freebase" | "wikidata" | "dbpedia";

/** Vocabularies of well-known knowledge bases; `rdfs` is for all others. docs/vocabularies.md lists their contents. */
export const PRESETS: Readonly<Record<PresetName, Vocabulary>> = {
  rdfs: rdfsVocabulary,
  freebase: freebaseVocabulary,
  wikidata: wikidataVocabulary,
  dbpedia: dbpediaVocabulary,
};
