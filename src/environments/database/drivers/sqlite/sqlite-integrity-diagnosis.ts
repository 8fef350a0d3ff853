import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { type Diagnosis, namingDiagnosis } from "../../driver/diagnosis.ts";
import { engineText, namingText } from "../../driver/naming-text.ts";

/** A file of some gigabytes is not looked through to its end. */
export const CHECK_MILLISECONDS = 10_000;

/** What the look through the whole file says; `find` gives the engine's lines. They name tables, which may be denied: only their number is told. */
export async function integrityDiagnosis(
  find: () => Promise<readonly string[]>,
  path: string,
): Promise<Diagnosis> {
  const name = "integrity";
  const byHand = `sqlite3 "${path}" "PRAGMA quick_check"`;
  try {
    const faults = await find();
    if (faults.length === 0)
      return { name, state: "ok", text: "The structure of the file is sound (PRAGMA quick_check)." };
    return {
      name,
      state: "fault",
      text: `The file is damaged: PRAGMA quick_check finds ${faults.length} ${faults.length === 1 ? "fault" : "faults"}. Answers from it may be wrong.`,
      mend: `${byHand}   # tells them; then restore a backup, or save what is left: sqlite3 "${path}" .recover | sqlite3 saved.sqlite`,
    };
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code === "cancelled") throw error;
    if (error.code === "engine-timeout") {
      return {
        name,
        state: "ok",
        text: `No damage was found in ${CHECK_MILLISECONDS / 1000} seconds, which was too short for the whole file. To look at all of it: ${byHand}`,
      };
    }
    return namingDiagnosis(
      { name, state: error.code === "target-corrupt" ? "fault" : "warning" },
      namingText`The file could not be looked through: ${engineText(error.message)}`,
      error.hint === undefined ? undefined : { text: error.hint, named: [] },
    );
  }
}
