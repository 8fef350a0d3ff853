export const ENGINES = ["sqlite", "duckdb", "postgres", "mariadb"] as const;

export type Engine = (typeof ENGINES)[number];

/** One of each, so that a new engine does not compile before something is said for it. */
export type PerEngine<T> = Readonly<Record<Engine, T>>;

/** Where all agree. */
export function everywhere<T>(value: T): PerEngine<T> {
  return { sqlite: value, duckdb: value, postgres: value, mariadb: value };
}
