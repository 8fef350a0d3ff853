import { FuxiError } from "../../errors/fuxi-error.ts";

/**
 * Says how many questions were left out since their database is not there; nothing where all are.
 * @throws FuxiError `target-not-found` where none is left
 */
export function leftOutNote(
  databases: readonly string[],
  places: Readonly<Record<string, unknown>>,
): readonly string[] {
  const absent = databases.filter((db) => !Object.hasOwn(places, db));
  if (absent.length === 0) return [];
  const names = [...new Set(absent)].sort();
  if (absent.length === databases.length) {
    throw new FuxiError("target-not-found", "None of the databases of the questions is in the folder.", {
      hint: `Put them where their publisher does: ${names[0]}.sqlite in a folder ${names[0]}.`,
    });
  }
  const these = names.length === 1 ? "database is" : "databases are";
  return [
    `${absent.length.toLocaleString("en")} of ${databases.length.toLocaleString("en")} questions were left out: their ${these} not in the folder (${names.join(", ")}).`,
  ];
}
