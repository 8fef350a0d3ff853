import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { defaultFolders } from "../src/util/default-folders.ts";
import { computeLongFormAnswers } from "./long-form-answers/compute-long-form-answers.ts";
import { longFormReferences } from "./long-form-answers/long-form-reference.ts";

const SAMPLE = new URL("../src/samples/cinema/", import.meta.url);

// Every figure of a reference answer comes from a query on the sample, so that none can be made up or out of date.
const questions = z
  .array(z.object({ id: z.string(), question: z.string() }))
  .parse(JSON.parse(readFileSync(new URL("long-form-questions.json", SAMPLE), "utf8")));
const references = longFormReferences(new URL("long-form-references/", SAMPLE));
const { database } = ensureCinemaSample(defaultFolders(process.env).cache);
const named = process.argv.slice(2);
if (named.length > 0) {
  // To be read before they are kept.
  const some = references.filter(({ id }) => named.includes(id));
  for (const { id, answer } of computeLongFormAnswers(some, questions, database))
    process.stdout.write(`${id}\n${answer}\n\n`);
} else {
  const answers = computeLongFormAnswers(references, questions, database);
  writeFileSync(new URL("long-form-answers.json", SAMPLE), `${JSON.stringify(answers, null, 2)}\n`);
  process.stdout.write(`${answers.length} of ${questions.length} questions have an answer.\n`);
}
