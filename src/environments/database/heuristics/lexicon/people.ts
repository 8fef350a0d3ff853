import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { ColumnPlace } from "./link.ts";
import { namingColumns } from "./naming-columns.ts";

const PEOPLE = new Set(
  `person people human man woman child parent member staff staffs personnel crew cast user client guest patient student pupil nurse judge coach
  chef cook captain host author actor actress director doctor conductor editor inventor investor professor visitor contractor instructor tutor
  mayor governor senator president architect accountant assistant attendant applicant candidate agent president resident pilot athlete
  celebrity friend contact subscriber donor sponsor donator musician physician politician technician comedian magician employee trainee
  nominee mp candidate individual customer composer scientist passenger citizen voter sailor tailor sculptor mentor advisor`.split(
    /\s+/u,
  ),
);
/** Nouns for those who do something; most of the others that end so are things. */
const DOER =
  /(?:(?<!^|play)ist|ian|maker|keeper|worker|leader|manager|owner|player|singer|dancer|driver|rider|teacher|trainer|writer|painter|photographer|officer|reader|buyer|seller|reviewer|reporter|lawyer|engineer|volunteer|designer|developer|researcher|winner|fighter|wrestler|swimmer|climber|gymnast|producer|performer|presenter|projectionist|lender|borrower|holder|caller|dealer|farmer|traveller|traveler|lecturer|referee|publisher)$/u;
/** What is only recorded of people. */
const OF_PEOPLE =
  /\b(?:first name|last name|given name|family name|forename|surname|fname|lname|gender|sex|birth ?days?|birth ?date|date of birth|dob|death ?days?|death ?date|nationality|job ?title|salary|hourly wage|occupation)\b/u;

/** True where the rows of the table are people: it is called so, or holds what only people have. */
function holdsPeople(table: TableSchema): boolean {
  return (
    namingColumns(table).length === 2 ||
    nameWords(table.name).some((word, at, all) => at === all.length - 1 && isPerson(word)) ||
    table.columns.some((column) => OF_PEOPLE.test(nameWords(column.name).join(" ")))
  );
}

/**
 * What "who" may be answered by: what people are called. A column that the question itself names ("who is the director") may be any text but what
 * other things are called by.
 */
export function answersWho({ table, column }: ColumnPlace): boolean {
  if (holdsPeople(table) || namesPeople(column)) return true;
  return isText(column) && !namingColumns(table).includes(column);
}

/** True for `director` and `manager_name`: a column of text that holds what people are called. */
function namesPeople(column: ColumnSchema): boolean {
  const words = nameWords(column.name).filter((word) => word !== "name" && word !== "full");
  return isText(column) && isPerson(words.at(-1) ?? "");
}

function isText({ affinity }: ColumnSchema): boolean {
  return affinity === "text" || affinity === "other";
}

function isPerson(word: string): boolean {
  const singular = word.replace(/(?<=[^s])s$/u, "");
  return [word, singular].some((each) => PEOPLE.has(each) || DOER.test(each));
}
