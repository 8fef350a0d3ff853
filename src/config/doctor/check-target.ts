import type { ApiOptions } from "../api-options.ts";
import { databaseSource, isDatabase } from "../database-source.ts";
import { openEnvironments } from "../open-environments.ts";
import type { OpenOptions } from "../open-options.ts";
import { recogniseTarget } from "../recognise-target.ts";
import type { Target } from "../target.ts";
import type { Examination } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { checkNetwork } from "./check-network.ts";
import { placeOf } from "./place-of.ts";

/** All that can be said of one target; what cannot be looked at because of a fault before it is left out. */
export async function checkTarget(text: string, exam: Examination, options: OpenOptions): Promise<void> {
  const recognised: { target?: Target } = {};
  const isKnown = await exam.look("target", () => {
    recognised.target = recogniseTarget(text);
    return undefined;
  });
  const { target } = recognised;
  if (!isKnown || target === undefined) return;
  const place = placeOf(target);
  if (place !== undefined && !(await checkNetwork(place, exam, options.signal))) return;
  if (isDatabase(target)) return checkDatabase(() => databaseSource(target, options), exam, options);
  if (target.type === "sparql-endpoint") return checkEndpoint(target, exam, options);
  if (target.type === "api-document") return checkApi(target.source, exam, options);
  await checkOpens(text, exam, options);
}

/** For what has nothing to look at but whether it opens: files of triples, samples. */
async function checkOpens(text: string, exam: Examination, options: OpenOptions): Promise<void> {
  const { api: _, ...rest } = options as OpenOptions & { readonly api?: ApiOptions };
  await exam.look("opening", async () => {
    const warnings: string[] = [];
    const environments = await openEnvironments([text], {
      ...rest,
      onWarning: (line) => warnings.push(line),
    });
    await Promise.all(environments.map((environment) => environment.close()));
    const kinds = environments.map(({ kind }) => kind).join(", ");
    return [
      { name: "opening", state: "ok", text: `It opens (${kinds}).` } as const,
      ...warnings.map((line) => ({ name: "content", state: "warning", text: line }) as const),
    ];
  });
}
