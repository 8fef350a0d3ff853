/**
 * Writes the right answers of the sample's questions, computed by Oxigraph and SQLite alone, to src/samples/cinema/question-golds.json.
 *
 * npm run bench -- cinema-golds
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { askingGolds, graphGolds } from "../test/support/cinema-golds.ts";
import { linkedProgram } from "./cinema-oracle/linked-program.ts";

const { database } = ensureCinemaSample(join(tmpdir(), "fuxi-bench-cache"));
const golds = { knowledgeBase: graphGolds(database, linkedProgram), ...askingGolds(database) };
const file = new URL("../src/samples/cinema/question-golds.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(golds, null, 1)}\n`);
