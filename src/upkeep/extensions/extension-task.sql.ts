/** Whether a row of `extension_tasks`, called `task`, is of a task that its extension had at the last start of a server. */
export const CURRENT_TASK = `EXISTS (
  SELECT FROM extensions WHERE extensions.name = task.extension
    AND extensions.ports::jsonb -> 'tasks' @> to_jsonb(task.name))`;
