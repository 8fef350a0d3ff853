/**
 * What English says about one kind of relation, whatever data set has it. It leads from a `start` (the film) to an `end` (its director). Lists
 * are separated by commas.
 */
export interface Concept {
  readonly id: string;
  /** What the end is called, seen from the start: "director of". */
  readonly nouns: string;
  /** What the start is called, seen from the end, where there is a noun for that ("child" of a parent). */
  readonly back?: string;
  /** What the end does to the start: a director directs a film. */
  readonly does?: string;
  /** What the start does, with the end as object or after a preposition: a film stars an actor; a person studies at a school. */
  readonly undergoes?: string;
  /** What happens to the start, where the question word asks for the end: "when was X released", "where was X born". */
  readonly happens?: string;
  /** What asks for the end: "when", "where". */
  readonly asked?: "when" | "where";
  /** Prepositions that put the end behind the start: films *about* X, films *in* French. */
  readonly prepositions?: string;
  /** Kinds of the start and the end (`kinds.ts`). */
  readonly starts: string;
  readonly ends: string;
  /** Further names that relations of this kind have. */
  readonly names?: string;
  /** Names of relations that run the other way. */
  readonly reverse?: string;
  /** Whether ends and starts are alike (spouse): both directions say the same. */
  readonly symmetric?: true;
}

/** Kinship and what is said of persons. */
export const PEOPLE_CONCEPTS: readonly Concept[] = [
  {
    id: "parent",
    nouns: "parent, father, mother, dad, mom, mum, daddy, mommy, papa, mama",
    back: "child, kid, son, daughter, offspring, heir, descendant",
    does: "beget, raise, bear",
    starts: "person",
    ends: "person",
    reverse: "parent of, father of, mother of",
  },
  {
    id: "child",
    nouns: "child, kid, son, daughter, offspring, heir",
    back: "parent, father, mother, dad, mom, mum",
    starts: "person",
    ends: "person",
    reverse: "child of, son of, daughter of",
  },
  {
    id: "spouse",
    nouns: "spouse, husband, wife, partner, other half, better half, consort, married partner",
    undergoes: "marry",
    starts: "person",
    ends: "person",
    names: "spouse s, married to, spouse of, husband of, wife of, marriage",
    symmetric: true,
  },
  {
    id: "sibling",
    nouns: "sibling, brother, sister",
    starts: "person",
    ends: "person",
    names: "sibling of, brother of, sister of",
    symmetric: true,
  },
  {
    id: "birth-place",
    nouns:
      "birthplace, birth place, place of birth, birth city, birth town, hometown, home town, city of birth, town of birth",
    undergoes: "bear",
    happens: "bear",
    asked: "where",
    prepositions: "from",
    starts: "person",
    ends: "place city country region",
    names: "born in, born at, birth location",
    reverse: "people born here",
  },
  {
    id: "birth-date",
    nouns: "birth date, birthdate, birthday, date of birth, year of birth, birth year, day of birth",
    undergoes: "bear",
    happens: "bear",
    asked: "when",
    starts: "person",
    ends: "date",
    names: "born, born on, birth, born in year",
  },
  {
    id: "death-place",
    nouns: "deathplace, death place, place of death, city of death",
    undergoes: "die",
    happens: "die",
    asked: "where",
    starts: "person",
    ends: "place city country region",
    names: "died in, died at, death location",
  },
  {
    id: "death-date",
    nouns: "death date, date of death, year of death, death year, day of death, deathdate",
    undergoes: "die",
    happens: "die",
    asked: "when",
    starts: "person",
    ends: "date",
    names: "died, died on, death",
  },
  {
    id: "death-cause",
    nouns: "cause of death, death cause, death reason, reason of death, manner of death",
    undergoes: "die",
    starts: "person",
    ends: "thing",
    names: "died of, died from",
  },
  {
    id: "burial",
    nouns: "burial place, place of burial, resting place, grave",
    undergoes: "bury",
    happens: "bury",
    asked: "where",
    starts: "person",
    ends: "place city",
    names: "buried in, buried at",
  },
  {
    id: "nationality",
    nouns: "nationality, citizenship, nation, country of citizenship, home country, homeland, native country",
    prepositions: "from",
    starts: "person",
    ends: "country",
    names: "citizen of",
  },
  {
    id: "ethnicity",
    nouns: "ethnicity, race, ethnic group, ethnic origin",
    starts: "person",
    ends: "thing",
  },
  {
    id: "religion",
    nouns: "religion, faith, belief, denomination, religious belief, religious affiliation",
    undergoes: "practice, practise, follow",
    starts: "person",
    ends: "thing",
  },
  { id: "gender", nouns: "gender, sex", starts: "person", ends: "thing", names: "sex or gender" },
  {
    id: "profession",
    nouns: "profession, job, occupation, career, work, vocation, trade, line of work",
    starts: "person",
    ends: "thing",
  },
  {
    id: "school",
    nouns:
      "school, university, college, alma mater, institution, educational institution, organization, organisation, place of study",
    back: "alumnus, alumni, graduate, student",
    undergoes: "study, attend, graduate",
    happens: "study, graduate, go to school",
    asked: "where",
    starts: "person",
    ends: "school",
    names: "educated at, studied at, attended, graduated from, education, student of",
  },
  {
    id: "employer",
    nouns: "employer, workplace",
    back: "employee, worker, staff",
    does: "employ",
    undergoes: "work",
    happens: "work",
    asked: "where",
    starts: "person",
    ends: "company school",
    names: "works for, works at, worked at, worked for",
  },
  {
    id: "residence",
    nouns: "residence, home, dwelling, place of residence",
    back: "inhabitant, resident",
    undergoes: "live, reside, dwell",
    happens: "live, reside",
    asked: "where",
    starts: "person",
    ends: "place city country",
    names: "lives in, lived in, resides in, residence in",
  },
  {
    id: "award",
    nouns: "award, prize, honour, honor",
    back: "winner, laureate, recipient",
    undergoes: "win, receive",
    starts: "person film book work",
    ends: "thing",
    names: "won, won award, award received, awards won, awarded",
    reverse: "won by, winner, laureate, awarded to",
  },
  {
    id: "teacher",
    nouns: "teacher, tutor, mentor, doctoral advisor, advisor",
    back: "student, pupil, disciple",
    does: "teach, tutor, mentor",
    starts: "person",
    ends: "person",
    names: "student of, taught by",
  },
  {
    id: "party",
    nouns: "party, political party, affiliation",
    starts: "person",
    ends: "party thing",
    names: "member of party, member of political party",
  },
];
