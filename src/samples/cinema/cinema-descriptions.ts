import { filmDescriptions } from "./descriptions/film-descriptions.ts";
import { operationDescriptions } from "./descriptions/operation-descriptions.ts";

const header = "original_column_name,column_name,column_description,data_format,value_description";

/** One CSV text per table, in the `database_description` format of the BIRD benchmark. */
export function cinemaDescriptions(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [table, columns] of Object.entries({ ...filmDescriptions, ...operationDescriptions })) {
    const lines = columns.map((column) =>
      Array.from({ length: 5 }, (_, index) => csvCell(column[index] ?? "")).join(","),
    );
    texts[table] = `${[header, ...lines].join("\n")}\n`;
  }
  return texts;
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
