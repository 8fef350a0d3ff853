-- The tables of a store file of version 5, with a row in each.
CREATE TABLE run (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  principal TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  reopen TEXT,
  UNIQUE (principal, id)
) STRICT;
CREATE TABLE event (
  run INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE artifact (
  principal TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  expires INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (principal, sha256)
) STRICT;
CREATE INDEX artifact_by_expiry ON artifact (expires);
CREATE TABLE glossary (
  principal TEXT NOT NULL,
  environment TEXT NOT NULL,
  folded TEXT NOT NULL,
  at TEXT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (principal, environment, folded)
) STRICT, WITHOUT ROWID;
CREATE TABLE workspace (
  principal TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (principal, id)
) STRICT;
CREATE INDEX workspace_by_expiry ON workspace (expires);
CREATE INDEX workspace_by_principal ON workspace (principal, expires);
CREATE INDEX artifact_by_principal ON artifact (principal, expires, sha256, length(content));
CREATE TABLE work_list (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  principal TEXT NOT NULL,
  id TEXT NOT NULL,
  manifest TEXT NOT NULL,
  created INTEGER NOT NULL,
  items INTEGER NOT NULL,
  UNIQUE (principal, id)
) STRICT;
CREATE TABLE work_item (
  list INTEGER NOT NULL REFERENCES work_list (number) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  item TEXT NOT NULL,
  holder TEXT,
  held_until INTEGER,
  result TEXT,
  PRIMARY KEY (list, place),
  UNIQUE (list, item)
) STRICT;
CREATE INDEX work_item_open ON work_item (list, place) WHERE result IS NULL;
CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;
INSERT INTO run (principal, id, record, reopen) VALUES ('anna', '50%', '{"question":"how many?","strategy":"react","policy":"p","environments":["shop"],"startedAt":"2026-01-02T03:04:05.000Z","events":1}', 'shop.sqlite');
INSERT INTO event (run, seq, body) VALUES (1, 1, '{"seq":1}');
INSERT INTO artifact VALUES ('anna', '177ffe9ef4bc54e6880afccabfbdb0273a15b89c0e663eabeeb8e9cda211f21f', 9000000000000, zeroblob(9000000));
INSERT INTO glossary VALUES ('anna', 'shop', 'big', '2026-01-02T03:04:05.678Z', '{"environment":"shop","words":"Big","meaning":"over 10","at":"2026-01-02T03:04:05.678Z"}');
INSERT INTO workspace VALUES ('anna', 'abcdefghijklmn', 3, 8000000000000, '{"n":1}');
INSERT INTO work_list (principal, id, manifest, created, items) VALUES ('anna', 'e', '{"of":"e"}', 1767323045678, 2);
INSERT INTO work_item VALUES (1, 0, 'first "one"', NULL, NULL, '{"run":"50%"}'), (1, 1, 'second', NULL, NULL, NULL);
PRAGMA application_id = 0x46757869;
PRAGMA user_version = 5;
