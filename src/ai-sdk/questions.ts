import { askPerson } from "../clarification/ask-person.ts";
import type { UserProxy } from "../clarification/user-proxy.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import { unlessAborted } from "./interrupted-call.ts";
import type { TaskKnowledge } from "./task-knowledge.ts";
import { Turns } from "./turns.ts";

/** Puts questions to the person, one after the other however many tools ask at the same time. */
export class Questions {
  readonly #userProxy: UserProxy;
  readonly #knowledge: TaskKnowledge;
  readonly #turns = new Turns();
  #asked = 0;

  constructor(userProxy: UserProxy, knowledge: TaskKnowledge) {
    this.#userProxy = userProxy;
    this.#knowledge = knowledge;
  }

  /**
   * Does what decides on a question, asks it and makes something of the answer, with nobody else asking meanwhile.
   * @throws FuxiError `cancelled`
   */
  async inTurn<T>(
    signal: AbortSignal,
    work: (put: (clarification: Clarification) => Promise<ClarificationReply>) => Promise<T>,
  ): Promise<T> {
    const person = [{ environment: "", kind: "writes" }] as const;
    return await this.#turns.take(person, signal, () => work((question) => this.#put(question, signal)));
  }

  async #put(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply> {
    this.#asked += 1;
    const command = `question-${this.#asked}`;
    const reply = await unlessAborted(signal, (bounded) =>
      askPerson(this.#userProxy, clarification, bounded),
    );
    if (reply.type === "unavailable") return reply;
    this.#knowledge.note({ type: "question-asked", command, clarification });
    this.#knowledge.note({ type: "question-answered", command, reply });
    return reply;
  }
}
