import { nameWords } from "../../../../../util/name-words.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

/** What the text of an object may be taken for. */
export const Look = { other: 1, integer: 2, year: 3, decimal: 4, date: 5 } as const;

export function lookOf(text: string): number {
  if (YEAR.test(text)) return Look.year;
  if (INTEGER.test(text)) return Look.integer;
  if (DECIMAL.test(text)) return Look.decimal;
  return DATE.test(text) ? Look.date : Look.other;
}

const YEAR = /^[12]\d{3}$/u;
/** Leading zeros and very many digits are those of codes and numbers of things. */
const INTEGER = /^[+-]?(?:0|[1-9]\d{0,14})$/u;
const DECIMAL = /^[+-]?(?:0|[1-9]\d{0,14})\.\d+$/u;
const DATE = /^-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;

/** Counts of the triples of one relation, by the look of their objects. */
export interface RelationLooks {
  /** By `Look`. */
  readonly looks: Uint32Array;
  /** Objects that are subjects somewhere, too. */
  readonly subjects: number;
}

/** Share of a relation's objects that must look like values; real files have slips. */
const MOST = 0.95;
/** Share of them that may be subjects, too: a film may have a year as its name, but numbers that stand for things are subjects throughout. */
const SUBJECTS = 0.25;

/**
 * The datatypes that objects of a relation get, by their look; those without one stay entities. Fixed rule: at least 95 % of the objects are
 * whole numbers or decimals, or dates and years, and at most a quarter of them are subjects anywhere. Dates become `xsd:date`; years become
 * `xsd:gYear` beside dates or where the relation's name has the word "year", else they are whole numbers; numbers become `xsd:integer`, or all
 * `xsd:decimal` where there are decimals among them.
 */
export function valueTypes(
  relation: string,
  { looks, subjects }: RelationLooks,
): ReadonlyMap<number, string> {
  const count = (look: number): number => looks[look] ?? 0;
  const total = looks.reduce((sum, each) => sum + each, 0);
  const [years, dates] = [count(Look.year), count(Look.date)];
  const numbers = count(Look.integer) + years + count(Look.decimal);
  if (subjects > total * SUBJECTS) return new Map();
  const yearly = nameWords(relation).some((word) => word === "year" || word === "years");
  if (dates + years >= total * MOST && (dates > 0 || yearly)) {
    return new Map([
      [Look.date, `${XSD}date`],
      [Look.year, `${XSD}gYear`],
    ]);
  }
  if (numbers < total * MOST) return new Map();
  const type = count(Look.decimal) > 0 ? `${XSD}decimal` : `${XSD}integer`;
  return new Map([Look.integer, Look.year, Look.decimal].map((look) => [look, type]));
}
