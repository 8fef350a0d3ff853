import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { TableColumn } from "./link.ts";
import { columnForms, tableForms } from "./name-forms.ts";
import { nameLikeness } from "./name-likeness.ts";

const PEOPLE = new Set(
  `person people human man woman child parent member staff staffs personnel crew cast user client guest patient student pupil nurse judge coach
  chef cook captain host author actor actress director doctor conductor editor inventor investor professor visitor contractor instructor tutor
  mayor governor senator president architect accountant assistant attendant applicant candidate agent president resident pilot athlete
  celebrity friend contact subscriber donor sponsor donator musician physician politician technician comedian magician employee trainee
  nominee mp candidate individual customer composer scientist passenger citizen voter sailor tailor sculptor mentor advisor`.split(
    /\s+/u,
  ),
);
/** Nouns for people by their activity; most other nouns with such endings are things. */
const DOER =
  /(?:(?<!^|play)ist|ian|maker|keeper|worker|leader|manager|owner|player|singer|dancer|driver|rider|teacher|trainer|writer|painter|photographer|officer|reader|buyer|seller|reviewer|reporter|lawyer|engineer|volunteer|designer|developer|researcher|winner|fighter|wrestler|swimmer|climber|gymnast|producer|performer|presenter|projectionist|lender|borrower|holder|caller|dealer|farmer|traveller|traveler|lecturer|referee|publisher)$/u;
/** Properties that are recorded only of people. */
const OF_PEOPLE =
  /\b(?:first name|last name|given name|family name|forename|surname|fname|lname|gender|sex|birth ?days?|birth ?date|date of birth|dob|death ?days?|death ?date|nationality|job ?title|salary|hourly wage|occupation)\b/u;

/** True if the table's rows are people, by its name or by columns that only people have. */
function holdsPeople(table: TableSchema): boolean {
  return (
    namingColumns(table).length === 2 ||
    nameWords(table.name).some((word, at, all) => at === all.length - 1 && isPerson(word)) ||
    table.columns.some((column) => OF_PEOPLE.test(nameWords(column.name).join(" ")))
  );
}

/**
 * True if the column may answer "who": it holds names of people. A column that the question itself names ("who is the director") may be any text
 * except the names of other things.
 */
export function answersWho({ table, column }: TableColumn): boolean {
  if (holdsPeople(table) || namesPeople(column)) return true;
  return isText(column) && !namingColumns(table).includes(column);
}

/** True for `director` and `manager_name`: a text column with people's names. */
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

const PARTS_OF_A_NAME: readonly (readonly string[])[] = [
  ["first name", "last name"],
  ["given name", "family name"],
  ["forename", "surname"],
  ["first name", "surname"],
];

/**
 * The column or columns that name a table's rows: one called name or title, else first and last name, else one called like the table itself. Empty if
 * there is none, or the choice is ambiguous.
 */
export function namingColumns(table: TableSchema): readonly ColumnSchema[] {
  const columns = known.get(table) ?? foundNamingColumns(table);
  known.set(table, columns);
  return columns;
}

const known = new WeakMap<TableSchema, readonly ColumnSchema[]>();

function foundNamingColumns(table: TableSchema): readonly ColumnSchema[] {
  const texts = table.columns.filter((column) => column.affinity === "text" || column.affinity === "other");
  const likeTable = texts
    .filter((column) => !isOnlyKey(table, column))
    .filter((column) =>
      tableForms(table).some(({ words }) => isCalled(table, column, words.join(" "), 0.95)),
    );
  const parts = partsOfName(table, texts);
  for (const wanted of likeTable.length === 0 ? ["name", "title", "full name"] : ["name", "title"]) {
    // Rows with a first and a last name are people, and a person's title is no name.
    if (wanted === "title" && parts) return parts;
    const found = texts.filter((column) => ownWords(table, column, wanted));
    if (found.length === 1) return found;
    if (found.length > 1) {
      const plain = found.filter((column) => nameWords(column.name).join(" ") === wanted);
      return plain.length === 1 ? plain : [];
    }
  }
  if (parts) return parts;
  const fullName = texts.some((column) => ownWords(table, column, "full name"));
  if (likeTable.length > 0 || fullName) return likeTable.length === 1 && !fullName ? likeTable : [];
  const named = texts.filter((column) => !isOnlyKey(table, column) && isSomeName(column));
  return named.length === 1 ? named : [];
}

/** True for `power_name`; not for a part of a name or a file's name. */
function isSomeName(column: ColumnSchema): boolean {
  const words = nameWords(column.name);
  const [before = "", last] = words.slice(-2);
  return (
    words.length === 2 &&
    last === "name" &&
    !/^(first|last|middle|given|family|user|file|short|nick)$/u.test(before)
  );
}

function partsOfName(
  table: TableSchema,
  texts: readonly ColumnSchema[],
): readonly ColumnSchema[] | undefined {
  for (const pair of PARTS_OF_A_NAME) {
    const [first, last] = pair.map((part) => texts.find((column) => isCalled(table, column, part)));
    if (first && last) return [first, last];
  }
  return undefined;
}

function ownWords(table: TableSchema, column: ColumnSchema, wanted: string): boolean {
  return columnForms(table, column).some(({ words, weight }) => weight >= 0.98 && words.join(" ") === wanted);
}

function isCalled(table: TableSchema, column: ColumnSchema, words: string, least = 0.85): boolean {
  return columnForms(table, column).some(
    ({ words: own, weight }) => weight >= 0.98 && nameLikeness(words.split(" "), own) >= least,
  );
}

/** True for a column named as a key, which tells people nothing. */
function isOnlyKey(table: TableSchema, column: ColumnSchema): boolean {
  const last = nameWords(column.name).at(-1) ?? "";
  const isId = /^(id|ids|key|code|no|number)$/u.test(last) || last.endsWith("id");
  return (
    isId &&
    (column.primaryKeyPosition !== undefined ||
      table.foreignKeys.some((key) => key.columns.includes(column.name)))
  );
}
