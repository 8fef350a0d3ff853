import assert from "node:assert/strict";
import type { GraphCapability, GraphTriple, Neighbourhood } from "../environment/capabilities.ts";
import { withEgress } from "../environment/egress/with-egress.ts";
import type { Environment } from "../environment/environment.ts";
import { testContext } from "./environment-under-test.ts";
import { openedOnce, rejectsWith, type TestRunner } from "./test-runner.ts";

/** A knowledge base, and what stands in it. Names are those that are shown. */
export interface GraphCapabilityUnderTest {
  /** Called once for most tests; closed after them. */
  open(): Promise<Environment>;
  /** An entity, everything that is said of it, and everything that names it. */
  readonly entity: {
    readonly id: string;
    readonly name: string;
    readonly outwards: readonly (readonly [predicate: string, object: string])[];
    readonly backwards: readonly (readonly [subject: string, predicate: string])[];
  };
  /** A triple that is two steps away from it, and one that is three. */
  readonly second: readonly [subject: string, predicate: string, object: string];
  readonly third: readonly [subject: string, predicate: string, object: string];
  /** A question that names the entity, and no other. */
  readonly question: string;
  /** An entity of which, or around which, there are more than 1,000 triples. */
  readonly hub?: string;
}

const MANY = 100_000;

/** What an environment with `capabilities.graph.triplesAround` must hold to. */
export function graphCapabilityConformance(runner: TestRunner, setup: GraphCapabilityUnderTest): void {
  const { entity, hub } = setup;
  const onOne = openedOnce(runner, () => setup.open());
  const withGraph = (name: string, body: (around: Asking, environment: Environment) => Promise<void>): void =>
    onOne(name, async (environment) => {
      await body(asking(environment), environment);
    });

  withGraph("finds what is said of an entity and what names it within one step", async (around) => {
    const found = await around({ entities: [entity.id] }, 1);
    const wanted = [
      ...entity.outwards.map(([predicate, object]) => lineOf(entity.name, predicate, object)),
      ...entity.backwards.map(([subject, predicate]) => lineOf(subject, predicate, entity.name)),
    ];
    assert.deepEqual(linesOf(found).toSorted(), wanted.toSorted());
    assert.equal(found.cut, false);
    assert.deepEqual(
      found.entities.map(({ text, id }) => [text, id]),
      [[entity.name, entity.id]],
    );
  });

  withGraph("goes as many steps as it is told, in either direction, the nearest first", async (around) => {
    const [second, third] = [setup.second, setup.third].map((triple) => lineOf(...triple));
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map((hops) => around({ entities: [entity.id] }, hops)),
    );
    assert.ok(one !== undefined && two !== undefined && three !== undefined && second && third);
    assert.ok(!linesOf(one).includes(second) && linesOf(two).includes(second));
    assert.ok(!linesOf(two).includes(third) && linesOf(three).includes(third));
    assert.deepEqual(linesOf(two).slice(0, one.triples.length), linesOf(one));
    assert.equal(new Set(linesOf(three)).size, three.triples.length);
  });

  withGraph("gives the same each time", async (around) => {
    const [first, second] = [
      await around({ entities: [entity.id] }, 3),
      await around({ entities: [entity.id] }, 3),
    ];
    assert.deepEqual(second, first);
  });

  withGraph("finds the entities of a question", async (around) => {
    const named = await around({ question: setup.question }, 1);
    assert.deepEqual(named, await around({ entities: [entity.id] }, 1));
  });

  withGraph("says what names nothing, and finds the rest", async (around) => {
    const found = await around({ entities: ["no such thing at all", entity.id] }, 1);
    assert.deepEqual(found.unknown, ["no such thing at all"]);
    assert.equal(found.entities.length, 1);
    assert.deepEqual(await around({ entities: ["no such thing at all"] }, 3), {
      entities: [],
      unknown: ["no such thing at all"],
      triples: [],
      cut: false,
    });
  });

  withGraph("gives no more than was asked for, and says that there is more", async (around) => {
    const found = await around({ entities: [entity.id] }, 3, 3);
    assert.equal(found.triples.length, 3);
    assert.equal(found.cut, true);
  });

  withGraph("tells a model no name of an entity that may not reach it", async (around, environment) => {
    const open = await around({ entities: [entity.id] }, 2);
    const names = new Set(
      open.triples
        .flatMap(({ subject, object }) => [subject, object])
        .flatMap(({ text, id }) => [text, id ?? text]),
    );
    for (const level of ["schema", "masked"] as const) {
      const told = await asking(withEgress(environment, level))({ entities: [entity.id] }, 2);
      assert.equal(told.triples.length, open.triples.length);
      const shown = told.triples.flatMap(({ subject, object }) => [subject, object]);
      for (const { text, id } of shown) {
        for (const each of [text, id ?? ""])
          assert.ok(!names.has(each) || !/\p{L}/u.test(each), `${level}: ${each}`);
      }
      assert.deepEqual(
        told.triples.map(({ predicate }) => predicate),
        open.triples.map(({ predicate }) => predicate),
      );
    }
  });

  withGraph("stops when it is cancelled", async (_, environment) => {
    const context = testContext({ signal: AbortSignal.abort() });
    const options = { hops: 3, most: MANY };
    const stopped = graphOf(environment).triplesAround?.({ entities: [entity.id] }, options, context);
    await rejectsWith("cancelled", stopped ?? Promise.resolve());
  });

  if (hub === undefined) return;
  withGraph("looks only at some of very many neighbours, and says so", async (around) => {
    const found = await around({ entities: [hub] }, 3);
    assert.equal(found.cut, true);
    assert.ok(found.triples.length > 0 && found.triples.length < 20_000, String(found.triples.length));
  });
}

type Asking = (
  around: { readonly entities: readonly string[] } | { readonly question: string },
  hops: number,
  most?: number,
) => Promise<Neighbourhood>;

function asking(environment: Environment): Asking {
  const graph = graphOf(environment);
  assert.ok(graph.triplesAround !== undefined, "the capability gives no triples");
  return async (around, hops, most = MANY) => {
    assert.ok(graph.triplesAround !== undefined);
    return await graph.triplesAround(around, { hops, most }, testContext());
  };
}

function graphOf({ capabilities: { graph } }: Environment): GraphCapability {
  assert.ok(graph !== undefined, "the environment has no graph capability");
  return graph;
}

const lineOf = (...parts: readonly string[]): string => parts.join(" | ");

function linesOf({ triples }: Neighbourhood): readonly string[] {
  return triples.map(({ subject, predicate, object }: GraphTriple) =>
    lineOf(subject.text, predicate, object.text),
  );
}
