import type { RoleRequest } from "../policy-request.ts";
import type { Command } from "../strategy.ts";

/** What a strategy of several roles keeps of whose turn it is and what is waited for. */
export type RoleTurns = {
  /** Commands given so far. */
  readonly commands: number;
  /** Ids of the commands that have no result yet. */
  readonly waiting: readonly string[];
  /** True while a role's reply is among what is waited for. */
  readonly listening: boolean;
  /** What is wrong with the replies of the role whose turn it is, the newest last. */
  readonly problems: readonly string[];
};

export type RoleStep<S> = { readonly state: S; readonly commands: readonly Command[] };

export const NO_OUTPUT = "The reply has no output in the form that was asked for.";

type Waiting = Exclude<Command, { type: "finish" }>;
type WithoutId<C> = C extends Waiting ? Omit<C, "id"> : never;

/** The id of the command that is given next, or of one of several that are given together. */
export function idAfter({ commands }: Pick<RoleTurns, "commands">, role: string, index = 0): string {
  return `${role}-${commands + index + 1}`;
}

/** Gives commands whose results are waited for, each with the id that `idAfter` tells. */
export function command<S extends RoleTurns>(state: S, commands: readonly WithoutId<Waiting>[]): RoleStep<S> {
  const made = commands.map((each, index) => ({ ...each, id: idAfter(state, each.role, index) }) as Waiting);
  const waiting = made.map(({ id }) => id);
  const listening = made.some(({ type }) => type === "model");
  return { state: { ...state, commands: state.commands + made.length, waiting, listening }, commands: made };
}

export function finish<S extends RoleTurns>(
  state: S,
  outcome: Extract<Command, { type: "finish" }>["outcome"],
): RoleStep<S> {
  return { state: { ...state, waiting: [], listening: false }, commands: [{ type: "finish", outcome }] };
}

/** Asks the role whose turn it is, tells it what is wrong with its reply, and asks anew when a run is resumed. */
export function roleTurns<S extends RoleTurns>(of: {
  readonly role: (state: S) => string;
  readonly request: (state: S) => RoleRequest;
  /** Replies in a row that cannot be used, after which the run ends. */
  readonly unusable: number;
}) {
  const asked = (state: S): RoleStep<S> =>
    command(state, [{ type: "model", role: of.role(state), request: of.request(state) }]);
  return {
    ask: (state: S): RoleStep<S> => asked({ ...state, problems: [] }),

    /** The waiting request under its own id, where one waits: what it said of the limits does not hold any more. */
    askAnew(state: S): RoleStep<S> {
      const [id] = state.waiting;
      if (id === undefined || !state.listening) return { state, commands: [] };
      return { state, commands: [{ type: "model", id, role: of.role(state), request: of.request(state) }] };
    },

    /**
     * Tells the role what is wrong with its reply. `malformed`: the loop counts such replies itself, and ends the run where they do not end.
     */
    tell(state: S, problem: string, malformed = false): RoleStep<S> {
      const told = { ...state, problems: [...state.problems, problem] };
      if (told.problems.length < (malformed ? 2 : 1) * of.unusable) return asked(told);
      const message = `The ${of.role(state)} could not be brought to a usable reply: ${problem}`;
      return finish(told, { type: "stopped", reason: "no-action", message });
    },
  };
}
