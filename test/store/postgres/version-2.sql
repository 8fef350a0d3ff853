-- The tables of a shared store of version 2, with a run that is held.
CREATE TABLE run (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  principal text NOT NULL,
  id text NOT NULL,
  opening text NOT NULL,
  record text NOT NULL,
  events integer NOT NULL DEFAULT 0,
  made uuid NOT NULL,
  holder uuid,
  held_until timestamptz,
  UNIQUE (principal, id)
) WITH (fillfactor = 70);
CREATE INDEX run_by_principal ON run (principal, number DESC);
CREATE TABLE event (
  run bigint NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  seq integer NOT NULL,
  call uuid NOT NULL,
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
  content bytea NOT NULL,
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
  number bigint GENERATED ALWAYS AS IDENTITY,
  principal text NOT NULL,
  id text NOT NULL,
  version bigint NOT NULL,
  call uuid NOT NULL,
  expires bigint NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (principal, id)
) WITH (fillfactor = 70);
CREATE INDEX workspace_by_expiry ON workspace (expires);
CREATE INDEX workspace_by_principal ON workspace (principal, expires);
CREATE TABLE secret (
  name text PRIMARY KEY,
  content bytea NOT NULL
);
CREATE TABLE work_list (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  principal text NOT NULL,
  id text NOT NULL,
  opening text NOT NULL,
  manifest text NOT NULL,
  created bigint NOT NULL,
  items integer NOT NULL,
  made uuid NOT NULL,
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
) WITH (fillfactor = 70);
CREATE INDEX work_item_open ON work_item (list, place) WHERE result IS NULL;
CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;
CREATE TABLE store_version (version integer NOT NULL);
INSERT INTO store_version VALUES (2);
INSERT INTO run (principal, id, opening, record, made, holder, held_until)
  VALUES ('anna', 'r', '{"id":"r"}', '{"events":0}', gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour');
