import { settle, whatIsSaid } from "../../clarification/settle.ts";
import type { Task } from "../../environment/task.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { TaskContent } from "../workspaces/task-content.ts";
import type { PersonReply } from "./clarification-question.ts";

/**
 * The content of a task with what came of a question; undefined where that stands there already, because the same answer came twice.
 * @param unsaid the task where the workspace was opened without a question
 */
export function withReply(
  content: TaskContent,
  clarification: Clarification,
  reply: PersonReply,
  unsaid: Task,
): TaskContent | undefined {
  const { question, words } = clarification;
  const { asked = [], task = unsaid } = content;
  const declined = reply.type === "declined";
  const { text: said, told } = reply.type === "declined" ? { text: "" } : whatIsSaid(clarification, reply);
  const same = (before: (typeof asked)[number]): boolean =>
    before.question === question && before.reply === said && (before.declined === true) === declined;
  if (asked.some(same)) return undefined;
  const entry = {
    words,
    question,
    reply: said,
    ...(told === undefined ? {} : { told }),
    ...(declined ? { declined } : {}),
  };
  const grown = { ...content, asked: [...asked, entry] };
  if (reply.type === "declined") return grown;
  return { ...grown, task: { ...task, settled: [...(task.settled ?? []), settle(clarification, reply)] } };
}
