import { NAMESPACES as N, named } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

const NS = "http://rdf.freebase.com/ns/";

/**
 * Freebase: names without a prefix, `m.` and `g.` for entities, everything else for the schema. Statements with several parts are compound
 * values (CVTs), nodes without a name. Its dumps keep most numbers as plain text.
 */
export const freebaseVocabulary: Vocabulary = {
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
  subclass: [],
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
