/**
 * Figures of reports over the sample's results: sentences with sound figures, and with planted errors (another row, transposed digits, a wrong
 * ratio, the number of an earlier query, no source). How many are caught, and how many sound ones are flagged.
 *
 * npm run bench -- figures [--seed N] [--sound N] [--each N] [--list]
 */
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { CACHE, typed } from "./common.ts";
import { figureResults } from "./figures/drawn-figure.ts";
import { madeFigures, measureFigures, PLANTED } from "./figures/made-figures.ts";

const { flags } = typed({ seed: 20_240, sound: 200, each: 50, list: false });
const { database } = ensureCinemaSample(CACHE);
const [now, before] = [figureResults(database, "sql"), figureResults(database, "earlier")];
const since = performance.now();
const measured = await measureFigures(madeFigures(now, before, flags, flags.seed), now);
const took = performance.now() - since;

for (const kind of ["sound", ...PLANTED]) {
  const all = measured.filter((each) => each.kind === kind);
  const flagged = all.filter(({ problems }) => problems.length > 0);
  const mended = all.filter((each) => each.mended);
  const righted = all.filter((each) => each.righted);
  console.log(
    `${kind.padEnd(18)} ${all.length} texts, ${flagged.length} flagged, ${mended.length} corrected or marked in the end, ${righted.length} to what a right one would say`,
  );
  if (!flags.list) continue;
  for (const { text, right, final } of mended
    .filter((each) => !each.righted && kind !== "no source")
    .slice(0, 12))
    console.log(`  ${text}   (right: ${right}) in the end: ${final}`);
  for (const { text, right, problems } of kind === "sound"
    ? flagged
    : all.filter(({ problems }) => problems.length === 0))
    console.log(`  ${text}   (right: ${right}) ${problems.join(" ")}`);
}
const planted = measured.filter(({ kind }) => kind !== "sound");
const caught = planted.filter(({ problems }) => problems.length > 0).length;
console.log(
  `planted errors caught: ${caught} of ${planted.length}; ${measured.length} texts in ${Math.round(took)} ms`,
);
