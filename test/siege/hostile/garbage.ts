/** Texts that say nothing, whatever was asked. */
export const GARBAGE: readonly (() => string)[] = [
  ...[
    ...['', ' ', 'null', '5', '-', '"OK"', '{}', '[]', '[null]', 'true', 'OK', 'status=OK', '\0'],
    ...['{"status":"OK"}', '{"status":"ERROR"}', '{"status":["OK"],"data":[]}', '{"data":[]}'],
    '{"status":"OK","data":',
    '{"status":"OK","data":null}{"status":"OK"}',
    '{"status":"OK","data":NaN}',
    "{'status':'OK'}",
    '{"status":"OK","data":{"__proto__":{"order_id":"P","status":"accept","replay_api":["P"]}}}',
    '{"__proto__":{"status":"OK","data":[]}}',
    '\uFEFF{"status":"OK","data":{}}',
    '<!doctype html><title>Log in</title><form action="http://127.0.0.1/"></form>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ].map((text) => () => text),
  // Of errors these say nothing of an order.
  ...[111, 116, 120, 121, 122, 123, 124, 130, 404, 500, 9999, 12345, -1, 1.5].map(
    (code) => () => `{"status":"ERROR","code":"${code}","message":"${'no '.repeat(200)}"}`,
  ),
  // An error and an order contradict one another.
  () => '{"status":"ERROR","code":105,"data":{"order_id":"ID_1","status":"accept"}}',
  () => '['.repeat(400_000),
  () => `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  () => `[${'0,'.repeat(400_000)}0]`,
  () => `{"status":"OK","data":{"order_id":"${'x'.repeat(1_000_000)}","status":"accept"}}`,
  () => `{"status":"OK","data":${'9'.repeat(900_000)}}`,
  () => `{${Array.from({ length: 60_000 }, (_, n) => `"${n}":0`).join()}}`,
];
