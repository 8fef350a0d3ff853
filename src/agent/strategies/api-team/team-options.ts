/** The three parts that RestGPT lacks, each of which can be left out (Query when need, Section 6.3.1). All are on unless turned off. */
export interface ApiTeamOptions {
  /** Judges difficulties, restates the objective after each cycle and ends the run. Without it the planner ends the run. */
  readonly supervisor?: boolean;
  /** Whether the supervisor may ask the person. Leave for external effects is asked all the same. */
  readonly questions?: boolean;
  /** Whether every role thinks before it decides. */
  readonly thoughts?: boolean;
}

export type Switches = Readonly<Record<keyof ApiTeamOptions, boolean>>;

export function switchesOf({
  supervisor = true,
  questions = true,
  thoughts = true,
}: ApiTeamOptions): Switches {
  return { supervisor, questions: questions && supervisor, thoughts };
}
