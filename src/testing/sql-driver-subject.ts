import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";

/** A text that must not change anything. */
export interface SqlAttack {
  /** One or more statements. */
  readonly sql: string;
  /** Refused with an error (the default), refused only when it is run and not yet compiled, or run as the harmless query that it is. */
  readonly outcome?: "refused" | "refused-when-run" | "harmless";
}

/** A driver, and a way around it into its database. */
export interface SqlDriverSubject {
  /** Opens a driver on a database made by `sqlDriverFixture`. */
  open(): Promise<SqlDriver>;
  /** Runs a statement with the engine's own client, as the owner of the database. */
  execute(sql: string): Promise<void>;
  /** Everything that an attack could change: content of the database, settings, files; as a text to compare. */
  state(): Promise<string>;
  /** What this engine could be tricked with, on top of the suite's own list. */
  readonly attacks: readonly SqlAttack[];
  /** Expression for a text so many times, where the engine takes too long to do so with `replace`. */
  repeated?(text: string, times: number): string;
  /** Ends the processes (or connections) that the driver uses, as a crash would. Absent with a reason in `skip`. */
  killEngine?(driver: SqlDriver): Promise<void>;
  /** Why a part of the suite cannot hold here. `origins`: that the engine does not tell where columns of a result come from. */
  readonly skip?: Readonly<Partial<Record<"killEngine" | "origins", string>>>;
}

/** Runs one test on the driver that the tests of the suite share. */
export type WithDriver = (title: string, body: (driver: SqlDriver) => Promise<void>) => void;
