interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Erasing the reasons of erased orders in messages, jobs and stored answers that tell of them. */
export class ErasedMessages1795200000083 {
  async up(runner: Runner): Promise<void> {
    await runner.query(JOBS);
    await runner.query(MESSAGES);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP FUNCTION erase_reasons_of_messages();
      DROP FUNCTION erase_reasons_of_calls(text, text);
      DROP FUNCTION message_to_repeat(text);
      DROP FUNCTION erase_reasons_of_jobs(text, uuid);
    `);
  }
}

/** Every message that tells of an order has its reason as JSON, whose own characters are replaced, so that all others stay. */
const withoutReason = (json: string): string => `
  replace(${json}, '"reason":' || (${json}::json -> 'data' -> 'reason')::text, '"reason":"erased"')`;

/** SQL that is true for a text under which an order is erased. */
const isErased = (id: string): string =>
  `EXISTS (SELECT FROM public.orders WHERE order_id = ${id} AND erased_at IS NOT NULL)`;

const isReason = (value: string): string =>
  `json_typeof(${value}) = 'string' AND ${value} #>> '{}' NOT IN ('', 'erased')`;

const JOBS_PER_CALL = 5_000;
const CALLS_PER_CALL = 10_000;

const REASON_OF_JOB = "((data ->> member)::json -> 'data' -> 'reason')";

/** A part at a time, since a server gives no statement more than some seconds. */
const JOBS = `
  -- Erases the reasons in the next jobs of a queue that tell of erased orders. @returns the last job; null after the last one of all
  CREATE FUNCTION erase_reasons_of_jobs(queue text, behind uuid) RETURNS uuid LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    member text := CASE queue WHEN 'webhook' THEN 'body' ELSE 'event' END;
    ids uuid[] := ARRAY(
      SELECT id FROM pgboss.job WHERE name = queue AND id > behind ORDER BY id LIMIT ${JOBS_PER_CALL});
    last uuid := ids[cardinality(ids)];
  BEGIN
    UPDATE pgboss.job SET data = jsonb_set(data, ARRAY[member], to_jsonb(${withoutReason('(data ->> member)')}))
    WHERE name = queue AND id > behind AND id <= last AND strpos(data ->> member, '"reason":') > 0
      AND ${isReason(REASON_OF_JOB)}
      AND ${isErased("coalesce((data ->> member)::json -> 'data' ->> 'order_id', (data ->> member)::json -> 'data' ->> 'orderId')")};
    RETURN CASE WHEN cardinality(ids) = ${JOBS_PER_CALL} THEN last END;
  END $$;

  -- A message that is queued again, which a server has read before the reasons in the queue were erased. An erasure of its order
  -- waits until it is queued.
  CREATE FUNCTION message_to_repeat(body text) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    named text := body::json -> 'data' ->> 'order_id';
  BEGIN
    PERFORM FROM public.orders WHERE order_id = named FOR SHARE;
    RETURN CASE WHEN ${isErased('named')} AND ${isReason("(body::json -> 'data' -> 'reason')")}
      THEN ${withoutReason('body')} ELSE body END;
  END $$;

  -- The same in the answers to calls of extensions.
  CREATE FUNCTION erase_reasons_of_calls(last_extension text, last_key text) RETURNS text[] LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    seen integer;
    last text[];
  BEGIN
    SELECT count(*), (array_agg(ARRAY[extension, key] ORDER BY extension DESC, key DESC))[1:1] INTO seen, last
    FROM (
      SELECT extension, key FROM public.extension_calls WHERE (extension, key) > (last_extension, last_key)
      ORDER BY extension, key LIMIT ${CALLS_PER_CALL}
    ) next;
    UPDATE public.extension_calls SET answer = public.erased_texts(answer)
    WHERE (extension, key) > (last_extension, last_key) AND (extension, key) <= (last[1][1], last[1][2])
      AND ${isReason("(answer -> 'reason')::json")}
      AND ${isErased("coalesce(answer ->> 'order_id', answer ->> 'orderId')")};
    RETURN CASE WHEN seen = ${CALLS_PER_CALL} THEN ARRAY[last[1][1], last[1][2]] END;
  END $$`;

const MESSAGES = `
  -- The same in failed events, and in the answers to programs of operators, which are kept for some days.
  CREATE FUNCTION erase_reasons_of_messages() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    UPDATE public.failed_events SET event = ${withoutReason('event')}
    WHERE event_type LIKE 'order.%' AND strpos(event, '"reason":') > 0
      AND ${isReason("(event::json -> 'data' -> 'reason')")} AND ${isErased("(event::json -> 'data' ->> 'orderId')")};
    UPDATE public.admin_requests SET answer = public.erased_texts(answer::jsonb)::json
    WHERE ${isReason("(answer -> 'reason')")} AND ${isErased("(answer ->> 'order_id')")};
  END $$`;
