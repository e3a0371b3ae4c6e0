/** A listener by the table of extensions, which says what is to be written for code that may not be loaded here. */
export interface RecordedListener {
  readonly extension: string;
  readonly name: string;
  readonly events: readonly string[];
}

/**
 * A SELECT, for use in another statement, of the listeners of all extensions. The access revision changes with the table,
 * so what was read at one revision holds as long as that one does.
 */
export const RECORDED_LISTENERS = `
  SELECT coalesce(json_agg(json_build_object(
           'extension', extensions.name, 'name', listener ->> 'name', 'events', listener -> 'events'
         )), '[]')
  FROM extensions CROSS JOIN json_array_elements(
    CASE json_typeof(ports -> 'listeners') WHEN 'array' THEN ports -> 'listeners' ELSE '[]' END
  ) listener`;
