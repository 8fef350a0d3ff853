import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";

/** Rooms by which the theatre with the most seats is also that with the most rooms. */
const ROOMS = "(1, 1, 300), (2, 1, 200), (3, 1, 80), (4, 2, 250), (5, 2, 90), (6, 3, 60)";

/** Theatres whose size stands in their rooms only, with plays and performances that both have days. */
export async function openTheatres(folder: string): Promise<DatabaseEnvironment> {
  const path = join(folder, "theatres.sqlite");
  const database = new DatabaseSync(path);
  for (const statement of [
    "CREATE TABLE theatre (theatre_id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT)",
    "CREATE TABLE room (room_id INTEGER PRIMARY KEY, theatre_id INTEGER NOT NULL REFERENCES theatre (theatre_id), seats INTEGER NOT NULL)",
    "CREATE TABLE worker (worker_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, duty TEXT NOT NULL, wage INTEGER NOT NULL, theatre_id INTEGER NOT NULL REFERENCES theatre (theatre_id))",
    "CREATE TABLE patron (patron_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT, points INTEGER NOT NULL, theatre_id INTEGER NOT NULL REFERENCES theatre (theatre_id))",
    "CREATE TABLE play (play_id INTEGER PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL, published_on TEXT NOT NULL)",
    "CREATE TABLE performance (performance_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES play (play_id), starts_on TEXT NOT NULL)",
    "CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE casting (casting_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES play (play_id), actor_id INTEGER NOT NULL REFERENCES actor (actor_id), billing INTEGER NOT NULL)",
    "CREATE TABLE audition (audition_id INTEGER PRIMARY KEY, actor_id INTEGER NOT NULL REFERENCES actor (actor_id))",
    "CREATE TABLE award (award_id INTEGER PRIMARY KEY, label TEXT NOT NULL, actor_id INTEGER NOT NULL REFERENCES actor (actor_id))",
    "INSERT INTO theatre VALUES (1, 'Harbour Stage', '0100'), (2, 'Old Granary', '0200'), (3, 'Lantern House', NULL)",
    `INSERT INTO room VALUES ${ROOMS}`,
    "INSERT INTO worker VALUES (1, 'Ivo', 'Maas', 'Head usher', 19, 1), (2, 'Petra', 'Lind', 'Stage hand', 17, 2)",
    "INSERT INTO patron VALUES (1, 'Rita', 'Falk', 'rita@example.org', 40, 1), (2, 'Max', 'Oster', 'max@example.org', 20, 1), (3, 'Lena', 'Quist', 'lena@example.org', 5, 2)",
    "INSERT INTO play VALUES (1, 'Salt Road', 'Danish', '2020-03-01'), (2, 'Nine Doors', 'Danish', '2021-05-01'), (3, 'The Weir', 'Dutch', '2021-08-01')",
    "INSERT INTO performance VALUES (1, 1, '2021-01-10'), (2, 1, '2021-02-10'), (3, 1, '2022-02-10'), (4, 2, '2022-03-10'), (5, 3, '2021-11-10')",
    "INSERT INTO actor VALUES (1, 'Noor Vestergaard'), (2, 'Finn Adler')",
    "INSERT INTO casting VALUES (1, 1, 1, 1), (2, 1, 2, 2), (3, 2, 2, 1), (4, 3, 2, 2)",
    "INSERT INTO audition VALUES (1, 1), (2, 1), (3, 2)",
    "INSERT INTO award VALUES (1, 'Silver Mask', 1), (2, 'Golden Mask', 2), (3, 'Long Applause', 2)",
  ])
    database.exec(statement);
  database.close();
  const descriptionsFolder = join(folder, "descriptions");
  mkdirSync(descriptionsFolder, { recursive: true });
  writeFileSync(
    join(descriptionsFolder, "casting.csv"),
    `original_column_name,column_name,column_description,value_description
billing,billing,place on the poster,1: billed first; 2: billed second`,
  );
  const environment = await createDatabaseEnvironment({
    id: "theatres",
    driver: await openSqliteDriver({ path }),
    cacheFolder: folder,
    descriptionsFolder,
    indexMode: "memory",
  });
  await environment.index.ensureBuilt({ signal: new AbortController().signal });
  return environment;
}
