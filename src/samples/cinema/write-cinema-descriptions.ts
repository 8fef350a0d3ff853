import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cinemaDescriptions } from "./cinema-descriptions.ts";

/** Writes one `<table>.csv` per table into the folder, which is made if need be. */
export function writeCinemaDescriptions(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [table, text] of Object.entries(cinemaDescriptions()))
    writeFileSync(join(folder, `${table}.csv`), text);
}
