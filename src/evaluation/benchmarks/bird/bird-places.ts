import { dirname, join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Place } from "../../benchmark/place.ts";
import type { DataFolder } from "../data-folder.ts";

/** What the gold is written in, and what the addresses of such servers begin with. */
export const BIRD_DIALECTS = {
  sqlite: [],
  postgresql: ["postgres:", "postgresql:"],
  mysql: ["mysql:", "mariadb:"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type BirdDialect = keyof typeof BIRD_DIALECTS;

/** A database that the folder knows, with its file where it is one. */
interface BirdPlace {
  readonly place: Place;
  readonly file?: string;
}

/**
 * Where the questions on a database are asked; undefined where it is not in the folder. On a server a database is in the folder where its
 * descriptions are: what the server holds is seen when it is opened.
 */
export function birdPlace(
  folder: DataFolder,
  questions: string,
  db: string,
  server: URL | undefined,
): BirdPlace | undefined {
  const roots = [...new Set([dirname(questions), "."])];
  const descriptions = folder.first(
    roots.flatMap((root) => [
      join(root, "dev_databases", db, "database_description"),
      join(root, "database_description", db),
    ]),
  );
  const described = descriptions === undefined ? {} : { descriptionsFolder: join(folder.path, descriptions) };
  const file = folder.first(roots.map((root) => join(root, "dev_databases", db, `${db}.sqlite`)));
  if (server !== undefined) {
    if (file === undefined && descriptions === undefined) return undefined;
    return { place: { targets: [databaseOf(server, db)], ...described } };
  }
  if (file === undefined) return undefined;
  return { place: { targets: [join(folder.path, file)], ...described }, file };
}

/** @throws FuxiError `usage` for an address of another kind of server */
export function serverOf(dialect: BirdDialect, address: string | undefined): URL | undefined {
  const schemes: readonly string[] = BIRD_DIALECTS[dialect];
  if (dialect === "sqlite") {
    if (address === undefined) return undefined;
    throw new FuxiError(
      "usage",
      "The databases of the dialect sqlite are files, so that no server holds them.",
      {
        hint: "Name the dialect of the server too: postgresql or mysql.",
      },
    );
  }
  const url = URL.parse(address ?? "");
  if (url !== null && schemes.includes(url.protocol)) return url;
  throw new FuxiError(
    "usage",
    `The dialect ${dialect} needs the address of the server that holds the databases.`,
    {
      hint: `Give it as ${schemes[0]}//user@host (a database per db_id) or ${schemes[0]}//user@host/BIRD (all tables in one, as published).`,
    },
  );
}

/** The database that the address names, with all tables as BIRD publishes them; else the one called like the questions' database. */
function databaseOf(server: URL, db: string): string {
  if (!/^\/?$/u.test(server.pathname)) return server.href;
  const url = new URL(server.href);
  url.pathname = `/${db}`;
  return url.href;
}
