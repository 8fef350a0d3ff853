import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { ensureCinemaKnowledgeBase } from "../../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import { type CinemaSample, ensureCinemaSample } from "../../src/samples/cinema/ensure-cinema-sample.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which the samples of this run of all tests are made. */
    readonly samples: string;
  }
}

/** The sample's database, made once for all test files, as that takes two seconds. For reading. */
export function cinemaSample(): CinemaSample {
  return ensureCinemaSample(inject("samples"));
}

/** Links the samples into a cache folder, so that what opens them there need not make them. */
export function linkSamples(cacheFolder: string): void {
  const made = [dirname(cinemaSample().database), dirname(ensureCinemaKnowledgeBase(inject("samples")))];
  for (const folder of made) linkFolder(folder, folder.replace(inject("samples"), cacheFolder));
}

function linkFolder(from: string, to: string): void {
  if (mkdirSync(to, { recursive: true, mode: 0o700 }) === undefined) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkSync(source, target);
  }
}
