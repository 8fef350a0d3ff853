import { FuxiError } from "../errors/fuxi-error.ts";

/** SQL that differs between the two databases. */
interface Words {
  /** Type of a primary key: a number that each new row gets. */
  readonly serial: string;
  readonly bytes: string;
  readonly uuid: string;
  /** Table option for rows that are changed often. */
  readonly changing: string;
}

/** The version of the tables, and the one that is still migrated. */
export const STORE_VERSION = 7;
export const OLD_VERSION = 6;

/** Bytes of an artifact in one row: a value is transferred at once, from PostgreSQL as text of twice its length. */
export const PART_BYTES = 4 * 1024 * 1024;

export const tablesOf = ({ serial, bytes, uuid, changing }: Words): string => `
  CREATE TABLE run (
    number ${serial},
    principal text NOT NULL,
    id text NOT NULL,
    opening text NOT NULL,
    record text NOT NULL,
    events integer NOT NULL DEFAULT 0,
    holder ${uuid},
    held_until bigint,
    UNIQUE (principal, id)
  )${changing};
  CREATE INDEX run_by_principal ON run (principal, number DESC);
  CREATE TABLE event (
    run bigint NOT NULL REFERENCES run (number) ON DELETE CASCADE,
    seq integer NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run, seq)
  );
  CREATE TABLE artifact (
    principal text NOT NULL,
    sha256 text NOT NULL,
    expires bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (principal, sha256)
  );
  CREATE INDEX artifact_by_expiry ON artifact (expires);
  CREATE INDEX artifact_by_principal ON artifact (principal, expires);
  CREATE TABLE artifact_part (
    principal text NOT NULL,
    sha256 text NOT NULL,
    part integer NOT NULL,
    content ${bytes} NOT NULL,
    PRIMARY KEY (principal, sha256, part),
    FOREIGN KEY (principal, sha256) REFERENCES artifact ON DELETE CASCADE
  );
  CREATE TABLE glossary (
    principal text NOT NULL,
    environment text NOT NULL,
    folded text NOT NULL,
    at bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (principal, environment, folded)
  );
  CREATE TABLE workspace (
    number ${serial},
    principal text NOT NULL,
    id text NOT NULL,
    version bigint NOT NULL,
    expires bigint NOT NULL,
    content text NOT NULL,
    UNIQUE (principal, id)
  )${changing};
  CREATE INDEX workspace_by_expiry ON workspace (expires);
  CREATE INDEX workspace_by_principal ON workspace (principal, expires);
  CREATE TABLE secret (
    name text PRIMARY KEY,
    content ${bytes} NOT NULL
  );
  CREATE TABLE work_list (
    number ${serial},
    principal text NOT NULL,
    id text NOT NULL,
    opening text NOT NULL,
    manifest text NOT NULL,
    created bigint NOT NULL,
    items integer NOT NULL,
    UNIQUE (principal, id)
  );
  CREATE TABLE work_item (
    list bigint NOT NULL REFERENCES work_list (number) ON DELETE CASCADE,
    place integer NOT NULL,
    key text NOT NULL,
    item text NOT NULL,
    holder text,
    held_until bigint,
    result text,
    PRIMARY KEY (list, place),
    UNIQUE (list, key)
  )${changing};
  CREATE INDEX work_item_open ON work_item (list, place) WHERE result IS NULL;
  CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;`;

/** Changes the tables of version 6 into today's: each write had an id, by which it was found again after a lost reply. */
export const CHANGES_OF_OLD_STORES = `
  ALTER TABLE run DROP COLUMN made;
  ALTER TABLE event DROP COLUMN call;
  ALTER TABLE workspace DROP COLUMN call;
  ALTER TABLE work_list DROP COLUMN made;`;

/** `another`: what the person can name instead of this store. */
export function otherVersion(store: string, version: number, another: string): FuxiError {
  const isNewer = version > STORE_VERSION;
  const writer = isNewer ? "a newer version of Fuxi" : "an early version of Fuxi, and is no longer read";
  return new FuxiError("store-corrupt", `${store} was written by ${writer}.`, {
    hint: `${isNewer ? "Update Fuxi on this machine, or name" : "Name"} another ${another}.`,
  });
}
