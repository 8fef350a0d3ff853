import { FuxiError } from "../errors/fuxi-error.ts";

/** What the two databases call differently. */
interface Words {
  /** Type of a primary key: a number that each new row gets. */
  readonly serial: string;
  readonly bytes: string;
  readonly uuid: string;
  /** After a table whose rows are changed often. */
  readonly changing: string;
}

/** The version of the tables. Up to version 2 on PostgreSQL and 5 in files each database had tables of its own. */
export const STORE_VERSION = 6;

/** Bytes of an artifact in one row: a value crosses at once, from PostgreSQL as text of twice its length. */
export const PART_BYTES = 4 * 1024 * 1024;

export const tablesOf = ({ serial, bytes, uuid, changing }: Words): string => `
  CREATE TABLE run (
    number ${serial},
    principal text NOT NULL,
    id text NOT NULL,
    opening text NOT NULL,
    record text NOT NULL,
    events integer NOT NULL DEFAULT 0,
    made ${uuid} NOT NULL,
    holder ${uuid},
    held_until bigint,
    UNIQUE (principal, id)
  )${changing};
  CREATE INDEX run_by_principal ON run (principal, number DESC);
  CREATE TABLE event (
    run bigint NOT NULL REFERENCES run (number) ON DELETE CASCADE,
    seq integer NOT NULL,
    call ${uuid} NOT NULL,
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
    call ${uuid} NOT NULL,
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
    made ${uuid} NOT NULL,
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

/** From the tables that files had in version 5, renamed, into those of today. */
export const COPY_OF_OLD_FILES = `
  INSERT INTO run (number, principal, id, opening, record, events, made)
    SELECT number, key_text(principal), key_text(id), json_patch('{}', json_object('id', id, 'reopen', reopen)), record,
      (SELECT count(*) FROM old_event WHERE run = number), '' FROM old_run;
  INSERT INTO event (run, seq, call, body) SELECT run, seq, '', body FROM old_event;
  INSERT INTO artifact (principal, sha256, expires, bytes)
    SELECT key_text(principal), sha256, expires, length(content) FROM old_artifact;
  WITH RECURSIVE part (number) AS (
    SELECT 0 UNION ALL
    SELECT number + 1 FROM part WHERE (number + 1) * ${PART_BYTES} < (SELECT max(length(content)) FROM old_artifact)
  )
  INSERT INTO artifact_part (principal, sha256, part, content)
    SELECT key_text(principal), sha256, number, substr(content, number * ${PART_BYTES} + 1, ${PART_BYTES})
    FROM old_artifact JOIN part ON number * ${PART_BYTES} < length(content);
  INSERT INTO glossary (principal, environment, folded, at, entry)
    SELECT key_text(principal), key_text(environment), key_text(folded), round(unixepoch(at, 'subsec') * 1000), entry
    FROM old_glossary;
  INSERT INTO workspace (principal, id, version, call, expires, content)
    SELECT key_text(principal), key_text(id), version, '', expires, content FROM old_workspace ORDER BY rowid;
  INSERT INTO work_list (number, principal, id, opening, manifest, created, items, made)
    SELECT number, key_text(principal), key_text(id), json_object('id', id), manifest, created, items, '' FROM old_work_list;
  INSERT INTO work_item (list, place, key, item, holder, held_until, result)
    SELECT list, place, key_text(item), json_quote(item), key_text(holder), held_until, result FROM old_work_item;`;

/** From the tables that schemas had in version 2. */
export const CHANGES_OF_OLD_SCHEMAS = `
  ALTER TABLE run ALTER COLUMN held_until TYPE bigint USING (extract(epoch FROM held_until) * 1000)::bigint`;

/** `another`: what can be named in place of this one. */
export function otherVersion(store: string, version: number, another: string): FuxiError {
  const isNewer = version > STORE_VERSION;
  const writer = isNewer ? "a newer version of Fuxi" : "an early version of Fuxi, and is no longer read";
  return new FuxiError("store-corrupt", `${store} was written by ${writer}.`, {
    hint: `${isNewer ? "Update Fuxi on this machine, or name" : "Name"} another ${another}.`,
  });
}
