/**
 * Each step brings a store file from the version of its index to the next. Steps are never changed once they were released: stores of every
 * earlier version exist.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE run (
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
   CREATE INDEX artifact_by_expiry ON artifact (expires);`,
  `CREATE TABLE glossary (
     principal TEXT NOT NULL,
     environment TEXT NOT NULL,
     folded TEXT NOT NULL,
     at TEXT NOT NULL,
     entry TEXT NOT NULL,
     PRIMARY KEY (principal, environment, folded)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE workspace (
     principal TEXT NOT NULL,
     id TEXT NOT NULL,
     version INTEGER NOT NULL,
     expires INTEGER NOT NULL,
     content TEXT NOT NULL,
     PRIMARY KEY (principal, id)
   ) STRICT;
   CREATE INDEX workspace_by_expiry ON workspace (expires);
   CREATE INDEX workspace_by_principal ON workspace (principal, expires);`,
  `CREATE INDEX artifact_by_principal ON artifact (principal, expires, sha256, length(content));`,
  `CREATE TABLE work_list (
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
   CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;`,
];
