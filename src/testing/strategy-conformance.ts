import assert from "node:assert/strict";
import { RunFold } from "../agent/run-fold.ts";
import { resumeRun, runTask } from "../agent/run-loop.ts";
import type { RunTaskOptions } from "../agent/run-options.ts";
import type { Policy } from "../agent/strategy.ts";
import type { ConcludeResult, Environment } from "../environment/environment.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import { frozenCopy } from "./environment-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** A strategy in a run that can be repeated. */
export interface StrategyUnderTest {
  /**
   * A run of the strategy with a policy that needs nothing but its request (a script, the built-in rules), without external effects, and
   * with an empty store. Called anew for each run.
   */
  options(): Promise<RunTaskOptions>;
  /** Called after each run, to close what `options` opened. */
  close?(options: RunTaskOptions): Promise<void>;
}

const RUN = "conformance";
/** Stands for the text of each answer, in one of the tests. */
const ANSWER = "answer-for-the-person-alone";

/** What every strategy must hold to: it is a pure state machine, so that any run can be resumed after any event. */
export function strategyConformance({ it }: TestRunner, { options: open, close }: StrategyUnderTest): void {
  const withRun = async <T>(work: (options: RunTaskOptions) => Promise<T>): Promise<T> => {
    const options = { ...(await open()), runId: RUN };
    try {
      return await work(options);
    } finally {
      await close?.(options);
    }
  };

  it("ends its run with an outcome", async () => {
    const { outcome } = await withRun(runTask);
    assert.notEqual(outcome.type, "failed", JSON.stringify(outcome));
  });

  it("has a state of plain JSON that goes on just so from its copy", async () => {
    await withRun(async (options) => {
      const { events } = await runTask(options);
      let state: unknown = options.strategy.start(options.task);
      let copied = copy(state);
      for (const event of events) {
        if (event.type === "run-finished") continue;
        const before = JSON.stringify(state);
        const step = options.strategy.next(state, frozenCopy(event));
        assert.equal(JSON.stringify(state), before, "next changed the state it was given");
        const again = options.strategy.next(frozenCopy(copied), frozenCopy(event));
        assert.deepEqual(copy(again), copy(step), `event ${event.seq}`);
        assert.deepEqual(copy(step.commands), step.commands, `commands after event ${event.seq}`);
        state = step.state;
        copied = copy(again.state);
      }
    });
  });

  it("gives every command of a run an id of its own", async () => {
    await withRun(async (options) => {
      const { events } = await runTask(options);
      const answered = events.flatMap((event) =>
        "command" in event && event.type !== "effect-intended" && event.type !== "question-asked"
          ? [event.command]
          : [],
      );
      assert.deepEqual(answered, [...new Set(answered)]);
    });
  });

  it("puts no text of an answer to a policy: it is the person's, and no level of egress holds it back", async () => {
    await withRun(async (options) => {
      const requests: string[] = [];
      const { policy, environments } = options;
      const reply: Policy["reply"] = async (request, context) => {
        requests.push(JSON.stringify(request));
        return await policy.reply(request, context);
      };
      const answering = environments.map((environment) =>
        Object.assign(Object.create(environment) as Environment, {
          async conclude(...call: Parameters<Environment["conclude"]>): Promise<ConcludeResult> {
            const made = await environment.conclude(...call);
            return made.failure === undefined ? { ...made, answer: { ...made.answer, text: ANSWER } } : made;
          },
        }),
      );
      await runTask({ ...options, policy: { id: policy.id, reply }, environments: answering });
      assert.ok(!requests.some((request) => request.includes(ANSWER)), "a request holds the answer's text");
    });
  });

  it("takes the same course twice", async () => {
    const first = await withRun(runTask);
    const second = await withRun(runTask);
    assert.deepEqual(timeless(second.events), timeless(first.events));
  });

  it("goes on to the same remaining events when it is killed after any of them", async () => {
    const whole = timeless((await withRun(runTask)).events);
    for (let last = 1; last < whole.length; last++) {
      const resumed = await withRun(async (options) => {
        await assert.rejects(runTask({ ...options, store: dyingAfter(last, options.store) }), Killed);
        assert.equal((await options.store.read(RUN, options.principal)).length, last);
        const { task: _, limits: __, reopen: ___, ...rest } = options;
        return await resumeRun({ ...rest, runId: RUN });
      });
      assert.deepEqual(
        timeless(resumed.events),
        whole,
        `killed after event ${last} (${whole[last - 1]?.type})`,
      );
    }
  });

  it("is folded from a stored run to no more commands than were answered", async () => {
    await withRun(async (options) => {
      const { events } = await runTask(options);
      const fold = new RunFold(options.strategy);
      for (const event of events) fold.apply(event);
      if (fold.finished?.type === "answered") assert.deepEqual(fold.queue, []);
    });
  });
}

class Killed extends Error {}

/** Keeps the first events, then fails as if the process had ended. */
function dyingAfter(last: number, store: TrajectoryStore): TrajectoryStore {
  return {
    create: (run) => store.create(run),
    append: async (id, principal, events) => {
      if ((events[0]?.seq ?? 0) > last) throw new Killed();
      await store.append(id, principal, events);
    },
    read: (id, principal, options) => store.read(id, principal, options),
    summary: (id, principal) => store.summary(id, principal),
    list: (options) => store.list(options),
    delete: (id, principal) => store.delete(id, principal),
    close: () => store.close(),
  };
}

type Timeless = Omit<RunEvent, "at" | "milliseconds">;

function timeless(events: readonly RunEvent[]): Timeless[] {
  return events.map(({ at: _, milliseconds: __, ...event }) => event);
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
