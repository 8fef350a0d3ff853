import { visibleText } from "../../util/visible-text.ts";
import type { OurEntry } from "./our-entry.ts";

/** What is to be known of an entry of ours before it is held against the paper's rows: one sentence or two each. */
export function entryNotes(entry: OurEntry, settings: readonly string[]): readonly string[] {
  const { label, run, manifest, records } = entry;
  const tasks = new Set(records.map(({ task }) => task)).size;
  const missing = records.filter(({ unscored }) => unscored !== undefined).length;
  const said = [
    `run ${run}`,
    ...settings,
    ...(typeof manifest.options.split === "string" ? [`split ${manifest.options.split}`] : []),
    ...(typeof manifest.options.dialect === "string" ? [`dialect ${manifest.options.dialect}`] : []),
    ...(manifest.sample === undefined
      ? []
      : [`a sample of at most ${manifest.sample.size} questions, seed ${manifest.sample.seed}`]),
    ...(manifest.only === undefined ? [] : [`${manifest.only.length} questions chosen by name`]),
    ...(manifest.repeats > 1 ? [`${manifest.repeats} repeats, averaged per question`] : []),
    ...(tasks < manifest.tasks
      ? [`only ${tasks} of ${manifest.tasks} questions have been answered yet`]
      : []),
    ...(missing > 0
      ? [`${missing} of ${records.length} answers could not be scored and are in no mean`]
      : []),
    ...manifest.notes.map((note) => note.replace(/\.$/u, "")),
  ];
  return [`${label}: ${visibleText(said.join("; "))}.`];
}

/** How the configuration differs from the papers' setting. */
export function settingsOf({ configuration }: OurEntry): readonly string[] {
  const { ask, shots, sampleRows, errorFeedback, steps, withoutTools, without } = configuration;
  return [
    `at most ${steps} rounds`,
    ...(shots > 0 ? [`${shots}-shot`] : ["zero-shot"]),
    ...(sampleRows > 0 ? [`${sampleRows} sample rows per table`] : []),
    ...(errorFeedback ? [] : ["no error feedback"]),
    ...(withoutTools.length > 0 ? [`without ${withoutTools.join(", ")}`] : []),
    ...(without.length > 0 ? [`without ${without.join(", ")}`] : []),
    ...(ask ? ["a simulated user answered questions, which the paper's setting has not"] : []),
  ];
}
