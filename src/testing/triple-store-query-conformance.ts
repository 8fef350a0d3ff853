import assert from "node:assert/strict";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import {
  type StoreErrorKind,
  TripleStoreError,
} from "../environments/knowledge-base/store/triple-store-error.ts";
import { EX } from "./triple-store-fixture.ts";
import { shown } from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

const PREFIXES = `PREFIX : <${EX}> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n`;

async function rowsOf(store: TripleStore, sparql: string, maxRows = 100) {
  const { variables, rows, truncated } = await store.query(PREFIXES + sparql, { maxRows }, storeBounds());
  const texts = rows.map((row) => row.map((term) => (term === undefined ? "-" : shown(term))).join(" "));
  return { variables, rows: texts, truncated };
}

async function kindOfRefusal(promise: Promise<unknown>): Promise<StoreErrorKind | undefined> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof TripleStoreError, `expected a TripleStoreError, got ${String(error)}`);
    assert.notEqual(error.facts.engineMessage, "");
    return error.facts.kind;
  }
  return undefined;
}

export function tripleStoreQueryConformance(withStore: WithStore): void {
  withStore(
    "answers a SELECT with its variables and rows, unbound ones left out",
    async (store) => {
      assert.deepEqual(await rowsOf(store, "SELECT ?who WHERE { :heat :cast ?who } ORDER BY ?who"), {
        variables: ["who"],
        rows: ["deniro", "pacino"],
        truncated: false,
      });
      const optional =
        "SELECT ?film ?sold WHERE { ?film :director :mann OPTIONAL { ?film :sold ?sold } } ORDER BY ?film";
      assert.deepEqual((await rowsOf(store, optional)).rows, ["heat 1200", "insider n/a", "rivers -"]);
      const grouped =
        "SELECT ?d (COUNT(?f) AS ?n) WHERE { ?f :director ?d } GROUP BY ?d ORDER BY DESC(?n) ?d LIMIT 2";
      assert.deepEqual((await rowsOf(store, grouped)).rows, ["mann 3^integer", "scorsese 2^integer"]);
    },
    { needs: "query" },
  );

  withStore(
    "answers an ASK with one row",
    async (store) => {
      const yes = await rowsOf(store, "ASK { :heat :director :mann }");
      assert.deepEqual(yes, { variables: ["answer"], rows: ["true^boolean"], truncated: false });
      assert.deepEqual((await rowsOf(store, "ASK { :heat :director :tykwer }")).rows, ["false^boolean"]);
    },
    { needs: "query" },
  );

  withStore(
    "cuts off at the row limit and says so, and only then",
    async (store) => {
      const cast = "SELECT ?who WHERE { ?film :cast ?who } ORDER BY ?film ?who";
      const whole = await rowsOf(store, cast, 7);
      assert.deepEqual(
        { size: whole.rows.length, truncated: whole.truncated },
        { size: 7, truncated: false },
      );
      const cut = await rowsOf(store, cast, 6);
      assert.deepEqual(cut, { ...whole, rows: whole.rows.slice(0, 6), truncated: true });
      assert.deepEqual((await rowsOf(store, "SELECT ?x WHERE { :heat :nothing ?x }")).rows, []);
    },
    { needs: "query" },
  );

  withStore(
    "refuses what is no query and what would change or fetch something, and answers the next query",
    async (store) => {
      const refusal = (sparql: string) => kindOfRefusal(store.query(sparql, { maxRows: 5 }, storeBounds()));
      assert.equal(await refusal("SELECT ?x WHERE { ?x :p"), "syntax");
      assert.equal(await refusal("Who directed Heat?"), "syntax");
      for (const update of [
        `INSERT DATA { <${EX}heat> <${EX}cast> <${EX}stone> }`,
        `PREFIX : <${EX}> DELETE WHERE { :heat ?p ?o }`,
        "CLEAR ALL",
        "LOAD <file:///etc/passwd>",
      ]) {
        assert.equal(await refusal(update), "not-read-only", update);
      }
      assert.deepEqual((await rowsOf(store, "SELECT ?d WHERE { :heat :director ?d }")).rows, ["mann"]);
    },
    { needs: "query" },
  );
}
