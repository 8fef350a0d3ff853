import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { OpenScratchDatabase } from "../../../evaluation/construction/dbqa/scratch-database.ts";
import type { OpenOptions } from "../../open-options.ts";
import { openPlaces } from "../open-place.ts";
import { sqliteScratchDatabase } from "./sqlite-scratch-database.ts";

/** Scratch databases in the folder of a set. They hold made-up records only, so that all of these may reach a model. */
export function openScratch(folder: string, options: OpenOptions): OpenScratchDatabase {
  const { patterns: _, configuration: __, ...plain } = options;
  const openPlace = openPlaces({ ...plain, egress: "all" });
  return (tables) =>
    sqliteScratchDatabase(tables, {
      folder,
      async open(path) {
        const { environments, close } = await openPlace({ targets: [path] }, options.signal);
        const [environment] = environments;
        if (environment !== undefined) return environment;
        await close();
        throw new FuxiError("internal", "The scratch database opened no environment.");
      },
    });
}
