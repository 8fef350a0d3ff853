/**
 * English words for one kind of relation, independent of the data set. The relation leads from a `start` (the film) to an `end` (its director).
 * Lists are separated by commas.
 */
export interface Concept {
  readonly id: string;
  /** Nouns for the end, seen from the start: "director of". */
  readonly nouns: string;
  /** Nouns for the start, seen from the end, if there are any ("child" of a parent). */
  readonly back?: string;
  /** Verbs of the end with the start as object: a director directs a film. */
  readonly does?: string;
  /** Verbs of the start, with the end as object or after a preposition: a film stars an actor; a person studies at a school. */
  readonly undergoes?: string;
  /** Question word for the end, and the verbs that happen to the start: "when was X released", "where was X born". */
  readonly asked?: readonly [question: "when" | "where", happens: string];
  /** Prepositions between start and end: films *about* X, films *in* French. */
  readonly prepositions?: string;
  /** Kinds of the start and the end (`kinds.ts`). */
  readonly between: readonly [starts: string, ends: string];
  /** Further names that relations of this kind have. */
  readonly names?: string;
  /** Names of relations in the opposite direction. */
  readonly reverse?: string;
  /** Whether both directions are equivalent (spouse). */
  readonly symmetric?: true;
}

const WORKS = "film series book song album play painting game work";

/** Kinds of relations that questions of the measured data sets name by other words. For all others the rules use the words of their names. */
export const CONCEPTS: readonly Concept[] = [
  {
    id: "parent",
    nouns: "parent, father, mother, dad, mom, mum, daddy, mommy, papa, mama",
    back: "child, kid, son, daughter, offspring, heir, descendant",
    does: "beget, raise, bear",
    between: ["person", "person"],
    reverse: "parent of, father of, mother of",
  },
  {
    id: "child",
    nouns: "child, kid, son, daughter, offspring, heir",
    back: "parent, father, mother, dad, mom, mum",
    between: ["person", "person"],
    reverse: "child of, son of, daughter of",
  },
  {
    id: "spouse",
    nouns: "spouse, husband, wife, partner, other half, better half, consort, married partner",
    undergoes: "marry",
    between: ["person", "person"],
    names: "spouse s, married to, spouse of, husband of, wife of, marriage",
    symmetric: true,
  },
  {
    id: "birth-place",
    nouns:
      "birthplace, birth place, place of birth, birth city, birth town, hometown, home town, city of birth, town of birth",
    undergoes: "bear",
    asked: ["where", "bear"],
    prepositions: "from",
    between: ["person", "place city country region"],
    names: "born in, born at, birth location",
    reverse: "people born here",
  },
  {
    id: "birth-date",
    nouns: "birth date, birthdate, birthday, date of birth, year of birth, birth year, day of birth",
    undergoes: "bear",
    asked: ["when", "bear"],
    between: ["person", "date"],
    names: "born, born on, birth, born in year",
  },
  {
    id: "death-place",
    nouns: "deathplace, death place, place of death, city of death",
    undergoes: "die",
    asked: ["where", "die"],
    between: ["person", "place city country region"],
    names: "died in, died at, death location",
  },
  {
    id: "death-cause",
    nouns: "cause of death, death cause, death reason, reason of death, manner of death",
    undergoes: "die",
    between: ["person", "thing"],
    names: "died of, died from",
  },
  {
    id: "nationality",
    nouns: "nationality, citizenship, nation, country of citizenship, home country, homeland, native country",
    prepositions: "from",
    between: ["person", "country"],
    names: "citizen of",
  },
  {
    id: "ethnicity",
    nouns: "ethnicity, race, ethnic group, ethnic origin",
    between: ["person", "thing"],
  },
  {
    id: "religion",
    nouns: "religion, faith, belief, denomination, religious belief, religious affiliation",
    undergoes: "practice, practise, follow",
    between: ["person", "thing"],
  },
  { id: "gender", nouns: "gender, sex", between: ["person", "thing"], names: "sex or gender" },
  {
    id: "profession",
    nouns: "profession, job, occupation, career, work, vocation, trade, line of work",
    between: ["person", "thing"],
  },
  {
    id: "school",
    nouns:
      "school, university, college, alma mater, institution, educational institution, organization, organisation, place of study",
    back: "alumnus, alumni, graduate, student",
    undergoes: "study, attend, graduate",
    asked: ["where", "study, graduate, go to school"],
    between: ["person", "school"],
    names: "educated at, studied at, attended, graduated from, education, student of",
  },
  {
    id: "director",
    nouns: "director, filmmaker, film director, film-maker",
    does: "direct, helm",
    prepositions: "by",
    between: ["film series play", "person"],
  },
  {
    id: "writer",
    nouns:
      "writer, author, screenwriter, scriptwriter, novelist, playwright, screenplay writer, script writer, creator, poet",
    does: "write, author, pen",
    prepositions: "by",
    between: [WORKS, "person"],
    names: "screenplay by, screenplay, story by, authored by, script",
  },
  {
    id: "cast",
    nouns: "actor, star, cast, cast member, performer",
    does: "act, star, appear, play, perform",
    undergoes: "star, feature",
    prepositions: "with",
    between: ["film series play", "person"],
    names: "starring, stars, starred actor, features, featuring, played by, cast members",
    reverse:
      "acted in, starred in, appears in, appeared in, stars in, actor in, actor of, played in, acts in, filmography",
  },
  {
    id: "genre",
    nouns: "genre, kind, type, sort, category, style",
    between: [WORKS, "thing"],
  },
  {
    id: "language",
    nouns:
      "language, spoken language, original language, official language, native language, mother tongue, tongue",
    undergoes: "speak, use",
    prepositions: "in",
    between: [`${WORKS} country person`, "language"],
    names: "language spoken, languages spoken, language used, written in language, speaks",
  },
  {
    id: "topic",
    nouns:
      "topic, subject, theme, tag, keyword, term, words, description, subject matter, main subject, descriptive word, few words",
    prepositions: "about, on",
    does: "describe, characterise, characterize",
    undergoes: "treat, concern, cover, discuss",
    between: [WORKS, "thing"],
    names: "about, is about",
  },
  {
    id: "release-date",
    nouns: "release date, release year, year of release, date of release, publication date, publication year",
    undergoes: "release, publish",
    asked: ["when", "release, publish, come out, premiere, appear"],
    prepositions: "from, of, in",
    between: [WORKS, "date"],
    names:
      "released, year, date, released in, published, published in, premiere, first published, year released, date published",
  },
];
