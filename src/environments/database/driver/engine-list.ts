/** A SQL engine as targets, addresses and checks know it: its file format or its server. */
interface EngineFacts {
  /** The display name. */
  readonly name: string;
  readonly file?: {
    /** Address schemes: `sqlite:./shop.db`. */
    readonly schemes: readonly string[];
    readonly extensions: readonly string[];
    /**
     * Extensions that only this engine uses. Such files are not opened to detect them: closing one would drop the locks that this process holds on
     * it.
     */
    readonly alone?: readonly string[];
    /** The signature at the start of its files, and its offset. */
    readonly begins: { readonly text: string; readonly at: number };
  };
  readonly server?: {
    readonly schemes: readonly string[];
    readonly port: number;
    /** The database used if the address names none; absent if the address must name one. */
    readonly usualDatabase?: string;
  };
}

/**
 * The engines that Fuxi opens, by the names of their folders in `drivers/`. A new engine needs a row here and an opener in `config/open-database.ts`,
 * which does not compile without it.
 */
export const ENGINES = {
  sqlite: {
    name: "SQLite",
    file: {
      schemes: ["sqlite", "sqlite3", "pdo-sqlite"],
      extensions: [".db"],
      alone: [".sqlite", ".sqlite3", ".db3", ".s3db"],
      begins: { text: "SQLite format 3\u0000", at: 0 },
    },
  },
  duckdb: {
    name: "DuckDB",
    // A checksum of eight bytes precedes the signature.
    file: { schemes: ["duckdb"], extensions: [".duckdb", ".ddb"], begins: { text: "DUCK", at: 8 } },
  },
  postgres: {
    name: "PostgreSQL",
    server: { schemes: ["postgres", "postgresql"], port: 5432, usualDatabase: "postgres" },
  },
  mysql: { name: "MySQL", server: { schemes: ["mysql", "mariadb"], port: 3306 } },
} as const satisfies Readonly<Record<string, EngineFacts>>;

export type EngineName = keyof typeof ENGINES;

type With<Part extends "file" | "server"> = {
  [Name in EngineName]: (typeof ENGINES)[Name] extends { readonly [P in Part]: unknown } ? Name : never;
}[EngineName];
export type FileEngineName = With<"file">;
export type ServerEngineName = With<"server">;

const entries = Object.entries(ENGINES) as [EngineName, EngineFacts][];

export const FILE_ENGINES = entries.flatMap(([engine, { name, file }]) =>
  file === undefined ? [] : [{ engine: engine as FileEngineName, name, ...file }],
);
export const SERVER_ENGINES = entries.flatMap(([engine, { name, server }]) =>
  server === undefined ? [] : [{ engine: engine as ServerEngineName, name, ...server }],
);

/** An address of the engine, for hints. */
export function exampleAddress(engine: ServerEngineName): string {
  return `${engine}://user:password@host:${ENGINES[engine].server.port}/database`;
}
