import { afterAll, beforeAll, expect } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { Engine } from "../../../support/per-engine.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { onStoppedClock } from "../../../support/stopped-clock.ts";

/** Members who see events, with tickets, reviews and friends. */
const CLUB: readonly string[] = [
  "CREATE TABLE member (member_id integer PRIMARY KEY, name varchar(40), town varchar(40), joined varchar(10), phone varchar(10))",
  "CREATE TABLE event (event_id integer PRIMARY KEY, title varchar(40), kind varchar(40), rating double precision)",
  `CREATE TABLE ticket (ticket_id integer PRIMARY KEY, member_id integer, event_id integer, price integer, ordered_on varchar(10), shipped_on varchar(10),
    FOREIGN KEY (member_id) REFERENCES member (member_id), FOREIGN KEY (event_id) REFERENCES event (event_id))`,
  "CREATE TABLE review (review_id integer PRIMARY KEY, event_id integer, rating integer, FOREIGN KEY (event_id) REFERENCES event (event_id))",
  `CREATE TABLE friendship (member_a integer, member_b integer, PRIMARY KEY (member_a, member_b),
    FOREIGN KEY (member_a) REFERENCES member (member_id), FOREIGN KEY (member_b) REFERENCES member (member_id))`,
  `INSERT INTO member VALUES (1, 'Jennifer', 'Bonn', '2020-01-02', NULL), (2, 'Jennifer Weber', 'Bonn', '2021-02-03', '12'),
    (3, 'Ada', 'Mainz', '2022-03-04', '13'), (4, 'Bo', 'Mainz', '2023-04-05', NULL)`,
  "INSERT INTO event VALUES (1, 'Jazz', 'concert', 8.5), (2, 'Opera', 'play', 9.5), (3, 'Reading', 'talk', 7)",
  `INSERT INTO ticket VALUES (1, 1, 1, 10, '2024-01-01', '2024-02-01'), (2, 1, 1, 10, '2024-01-02', '2024-01-05'), (3, 2, 1, 20, '2024-01-20', '2024-02-03'),
    (4, 3, 2, 5, '2024-01-30', '2024-02-02'), (5, 3, 1, 15, '2024-02-01', '2024-02-10'), (6, 1, 2, 50, '2024-02-01', '2024-02-10')`,
  "INSERT INTO review VALUES (1, 1, 10), (2, 1, 9), (3, 2, 3), (4, 3, 8)",
  "INSERT INTO friendship VALUES (1, 2), (3, 1), (2, 3)",
  `CREATE TABLE message (message_id integer PRIMARY KEY, sender_id integer, receiver_id integer,
    FOREIGN KEY (sender_id) REFERENCES member (member_id), FOREIGN KEY (receiver_id) REFERENCES member (member_id))`,
  "INSERT INTO message VALUES (1, 1, 3), (2, 3, 1), (3, 2, 4)",
];

export const BUYERS = "FROM ticket t JOIN member m ON m.member_id = t.member_id";
export const SEEN = `${BUYERS} JOIN event e ON e.event_id = t.event_id`;

/** Doctors, of whom a patient has one, and whom patients visit. */
const CLINIC: readonly string[] = [
  "CREATE TABLE doctor (doctor_id integer PRIMARY KEY, name varchar(40))",
  `CREATE TABLE patient (patient_id integer PRIMARY KEY, name varchar(40), town varchar(40), age double precision, insurer varchar(10),
    primary_doctor_id integer, FOREIGN KEY (primary_doctor_id) REFERENCES doctor (doctor_id))`,
  `CREATE TABLE visit (visit_id integer PRIMARY KEY, patient_id integer, doctor_id integer, fee double precision,
    FOREIGN KEY (patient_id) REFERENCES patient (patient_id), FOREIGN KEY (doctor_id) REFERENCES doctor (doctor_id))`,
  "INSERT INTO doctor VALUES (1, 'Roe'), (2, 'Poe'), (3, 'Moe')",
  "INSERT INTO patient VALUES (1, 'Eve', 'Bonn', 20, 'A', 1), (2, 'Finn', 'Bonn', 30, 'B', 2), (3, 'Gus', 'Mainz', 40, 'B', 2), (4, 'Hal', 'Mainz', 50, NULL, 1)",
  "INSERT INTO visit VALUES (1, 1, 1, 100), (2, 1, 2, NULL), (3, 2, 1, 50), (4, 3, 2, 30), (5, 1, 1, 60)",
];

export const VISITS = "FROM visit v JOIN patient p ON p.patient_id = v.patient_id";

const FOUND = /^Note: The question could also mean (.*)\.$/gmu;

/** A club and a clinic on that engine, and what `check_query` tells of a query that the question could also mean. */
export function toldOn(engine: Engine) {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await SHOPS[engine].create([...CLUB, ...CLINIC]);
    environment = await shop.open();
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });
  const opened = (question: string | undefined) =>
    environment.openWorkspace(question === undefined ? undefined : { question }, testContext());
  return {
    async told(question: string | undefined, query: string): Promise<readonly string[]> {
      const workspace = await opened(question);
      const action = { environment: "shop", tool: "check_query", arguments: { query } };
      const { failure, observation } = await onStoppedClock(() =>
        environment.act(workspace, action, testContext()),
      );
      expect(failure).toBeUndefined();
      return [...(observation?.text ?? "").matchAll(FOUND)].map(([, text = ""]) => text);
    },
    /** What stands in the evidence of the answer. */
    async answered(question: string, text: string) {
      const workspace = await opened(question);
      const { evidence } = await onStoppedClock(() =>
        environment.conclude(workspace, { text }, testContext()),
      );
      return evidence?.hangsOn ?? [];
    },
  };
}
