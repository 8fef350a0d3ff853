import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A small library with what real databases have: codes, flags, numbers as text, two forms of dates, NULLs, names in two columns. */
export function libraryStatements(text: "TEXT" | "VARCHAR(60)" = "TEXT"): readonly string[] {
  return [
    `CREATE TABLE town (town_id INTEGER PRIMARY KEY, name ${text} NOT NULL, country_code ${text} NOT NULL)`,
    `CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, name ${text} NOT NULL, town_id INTEGER NOT NULL REFERENCES town (town_id), opened_on ${text}, has_cafe ${text} NOT NULL, shelves INTEGER)`,
    `CREATE TABLE author (author_id INTEGER PRIMARY KEY, name ${text} NOT NULL, nationality ${text}, birth_year INTEGER)`,
    `CREATE TABLE book (book_id INTEGER PRIMARY KEY, title ${text} NOT NULL, author_id INTEGER NOT NULL REFERENCES author (author_id), branch_id INTEGER REFERENCES branch (branch_id), price ${text}, pages INTEGER, language ${text}, status INTEGER NOT NULL)`,
    `CREATE TABLE reader (reader_id INTEGER PRIMARY KEY, first_name ${text} NOT NULL, last_name ${text} NOT NULL, age INTEGER, email ${text}, joined_on ${text})`,
    `CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book (book_id), reader_id INTEGER NOT NULL REFERENCES reader (reader_id), lent_on ${text} NOT NULL, returned_on ${text})`,
    "INSERT INTO town VALUES (1, 'Graz', 'AT'), (2, 'Porto', 'PT'), (3, 'Linz', 'AT')",
    "INSERT INTO branch VALUES (1, 'Riverside', 1, '03/05/1987', 'Y', 40), (2, 'Old Mill', 2, '21/09/1954', 'N', 25), (3, 'Garden House', 1, '12/01/2011', 'Y', 60), (4, 'Castle Hill', 3, '30/11/1999', 'N', 10)",
    "INSERT INTO author VALUES (1, 'Ada Brandt', 'Austrian', 1951), (2, 'Rui Lopes', 'Portuguese', 1968), (3, 'Mia Holm', 'Danish', 1990), (4, 'Otto Vogel', 'Austrian', NULL)",
    `INSERT INTO book VALUES (1, 'Blue Rain', 1, 1, '12,50', 310, 'German', 1), (2, 'The Lost Key', 2, 2, '8,00', 120, 'Portuguese', 1),
      (3, 'Night Ferry', 1, 3, '21,90', 540, 'German', 2), (4, 'Paper Boats', 3, 1, '9,75', 95, 'Danish', 3), (5, 'Small Hours', 2, 1, '101,00', 230, 'Portuguese', 1)`,
    `INSERT INTO reader VALUES (1, 'Casey', 'Mason', 31, 'casey@example.org', '2021-03-04'), (2, 'Nora', 'Kern', 45, NULL, '2022-07-19'),
      (3, 'Tom', 'Berg', 27, 'tom@example.org', '2022-11-30'), (4, 'Lea', 'Kern', 62, NULL, '2023-01-08')`,
    `INSERT INTO loan VALUES (1, 1, 1, '2023-02-01', '2023-02-20'), (2, 2, 1, '2023-05-11', NULL), (3, 1, 2, '2024-01-15', '2024-02-01'),
      (4, 4, 3, '2024-03-03', NULL), (5, 3, 1, '2024-06-09', '2024-06-30')`,
  ];
}

const DESCRIPTIONS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  branch: [["has_cafe", "has cafe", "whether there is a cafe", "Y: yes; N: no"]],
  book: [["status", "book status", "state of the copy", "1: on the shelf; 2: being repaired; 3: withdrawn"]],
  loan: [["returned_on", "returned on", "day of return", "NULL: still out"]],
};

export function writeLibrary(folder: string): { readonly file: string; readonly descriptions: string } {
  const file = join(folder, "library.sqlite");
  const database = new DatabaseSync(file);
  for (const statement of libraryStatements()) database.exec(statement);
  database.close();
  return { file, descriptions: writeLibraryDescriptions(folder) };
}

export function writeLibraryDescriptions(folder: string): string {
  const descriptions = join(folder, "descriptions");
  mkdirSync(descriptions, { recursive: true });
  for (const [table, rows] of Object.entries(DESCRIPTIONS)) {
    const lines = rows.map((row) => row.map((cell) => `"${cell}"`).join(","));
    writeFileSync(
      join(descriptions, `${table}.csv`),
      ["original_column_name,column_name,column_description,value_description", ...lines].join("\n"),
    );
  }
  return descriptions;
}
