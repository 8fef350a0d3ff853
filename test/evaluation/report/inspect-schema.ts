/**
 * What Inspect's own definition of its logs asks for (version 2 of the format; UKGovernmentBEIS/inspect_ai, MIT licence, src/inspect_ai/_view/inspect-openapi.json at commit
 * 8447764e, in words of our own): what it names as required is what each log that Inspect writes has, and what its page for logs that no server stands behind takes for
 * granted. Times have an offset.
 */
const text = { type: "string" };
const number = { type: "number" };
const count = { type: "integer", minimum: 0 };
const object = { type: "object" };
const time = { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$` };
const members = (required: readonly string[], properties: Record<string, unknown>) => ({
  type: "object",
  required,
  properties,
});
const each = (items: unknown) => ({ type: "array", items });
const named = (values: unknown) => ({ type: "object", additionalProperties: values });

const usage = members(["input_tokens", "output_tokens", "total_tokens"], {
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count,
  total_cost: number,
});
const toolCall = members(["id", "function", "arguments", "type"], {
  id: text,
  function: text,
  arguments: object,
  type: { enum: ["function", "custom"] },
});
const toolError = members(["type", "message"], {
  type: {
    enum: [
      "parsing",
      "timeout",
      "unicode_decode",
      "permission",
      "file_not_found",
      "is_a_directory",
      "limit",
      "output_limit",
      "approval",
      "unknown",
    ],
  },
  message: text,
});
const message = {
  ...members(["role", "content"], {
    id: text,
    role: { enum: ["system", "user", "assistant", "tool"] },
    content: text,
    source: { enum: ["input", "generate"] },
    tool_calls: each(toolCall),
    tool_call_id: text,
    function: text,
    error: toolError,
    model: text,
  }),
};
const score = members(["value", "history"], {
  value: number,
  answer: text,
  explanation: text,
  metadata: object,
  history: { type: "array" },
});
const metric = members(["name", "value", "params"], { name: text, value: number, params: object });
const REQUIRED_OF_SAMPLE =
  "id epoch input target messages output metadata store events model_usage role_usage attachments".split(" ");
const sample = members(REQUIRED_OF_SAMPLE, {
  id: text,
  epoch: { type: "integer", minimum: 1 },
  input: text,
  target: text,
  messages: each(message),
  output: members(["model", "choices", "completion"], {
    model: text,
    choices: each(
      members(["message", "stop_reason"], {
        message,
        stop_reason: {
          enum: ["stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown"],
        },
      }),
    ),
    completion: text,
    usage,
    time: number,
  }),
  scores: named(score),
  metadata: object,
  store: object,
  events: { type: "array" },
  model_usage: named(usage),
  role_usage: named(usage),
  attachments: named(text),
  started_at: time,
  completed_at: time,
  working_time: number,
  uuid: text,
  error: members(["message", "traceback", "traceback_ansi"], {
    message: text,
    traceback: text,
    traceback_ansi: text,
  }),
  limit: members(["type", "limit"], {
    type: { enum: ["context", "time", "working", "message", "token", "cost", "operator", "custom"] },
    limit: number,
  }),
});

const REQUIRED_OF_LOG = "version status eval plan stats invalidated tags metadata".split(" ");
const REQUIRED_OF_EVAL =
  "eval_id run_id created task task_id task_version task_attribs task_args task_args_passed dataset model model_generate_config model_args config packages".split(
    " ",
  );

export const INSPECT_LOG_SCHEMA = members(REQUIRED_OF_LOG, {
  version: { const: 2 },
  status: { enum: ["started", "success", "cancelled", "error"] },
  eval: members(REQUIRED_OF_EVAL, {
    eval_id: text,
    run_id: text,
    created: time,
    task: text,
    task_id: text,
    task_version: { type: "integer" },
    task_attribs: object,
    task_args: object,
    task_args_passed: object,
    solver: text,
    // Without the ids none of Inspect's ways to read sample by sample opens the log (read_eval_log_samples).
    dataset: members(["sample_ids"], {
      name: text,
      samples: count,
      sample_ids: each(text),
      shuffled: { type: "boolean" },
    }),
    model: text,
    model_args: object,
    model_generate_config: object,
    config: members([], { epochs: count, epochs_reducer: each(text), fail_on_error: { type: "boolean" } }),
    packages: named(text),
    metadata: object,
  }),
  plan: members(["name", "steps", "config"], {
    name: text,
    steps: each(
      members(["solver", "params", "params_passed"], { solver: text, params: object, params_passed: object }),
    ),
    config: object,
  }),
  results: members(["total_samples", "completed_samples", "scores"], {
    total_samples: count,
    completed_samples: count,
    scores: each(
      members(["name", "scorer", "params", "metrics"], {
        name: text,
        scorer: text,
        reducer: text,
        scored_samples: count,
        unscored_samples: count,
        params: object,
        metrics: named(metric),
      }),
    ),
  }),
  stats: members(["started_at", "completed_at", "model_usage", "role_usage"], {
    started_at: time,
    completed_at: { anyOf: [time, { const: "" }] },
    model_usage: named(usage),
    role_usage: named(usage),
  }),
  invalidated: { type: "boolean" },
  tags: each(text),
  metadata: object,
  samples: each(sample),
});

/**
 * The members that the format has, where this project writes some: whatever else stands there is dropped by readers without a word
 * (UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py). Those of a log are in the order in which they have to stand, as it says there.
 */
export const INSPECT_MEMBERS = {
  log: "version status eval plan results stats error invalidated log_updates tags metadata samples reductions",
  eval: "eval_set_id eval_id run_id created task task_id task_version task_file task_display_name task_registry_name task_attribs task_args task_args_passed solver solver_args solver_args_passed tags dataset sandbox model model_generate_config model_base_url model_args model_roles config revision packages metadata viewer scorers metrics",
  config:
    "limit sample_id sample_shuffle epochs epochs_reducer approval fail_on_error continue_on_fail retry_on_error message_limit token_limit time_limit working_limit cost_limit max_samples",
  dataset: "name location samples sample_ids shuffled",
  plan: "name steps finish config",
  step: "solver params params_passed",
  results: "total_samples completed_samples early_stopping scores metadata",
  score: "name scorer reducer scored_samples unscored_samples params metrics metadata",
  metric: "name value params metadata",
  stats: "started_at completed_at model_usage role_usage",
  sample:
    "id epoch input choices target sandbox files setup messages output scores metadata store events timelines model_usage role_usage started_at completed_at total_time working_time uuid invalidation error error_retries attachments events_data limit",
} as const;
