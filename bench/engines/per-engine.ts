export const ENGINES = ["sqlite", "duckdb", "postgres", "mariadb"] as const;

export type Engine = (typeof ENGINES)[number];

/** One of each, so that a new engine does not compile before something is said for it. */
export type PerEngine<T> = Readonly<Record<Engine, T>>;
