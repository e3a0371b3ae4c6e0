interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Hosts that may have private addresses although WEBHOOK_ALLOW_PRIVATE is off. The suppliers and the mail server that a
 * shop has go on to be reached; until now their addresses were not checked.
 */
export class PrivateHosts1795200000048 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE private_hosts');
  }
}

const UP = `
  CREATE TABLE private_hosts (
    -- A name or an address, in lower case, an IPv6 address without brackets.
    host text NOT NULL,
    port integer NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (host, port)
  );
  INSERT INTO private_hosts (host, port)
  SELECT lower(btrim(part[2], '[]') COLLATE "C"),
         coalesce(part[3]::integer, CASE part[1] WHEN 'https' THEN 443 ELSE 80 END)
  FROM suppliers,
    regexp_match(base_url, '^(https?)://(?:[^/@]*@)?(\\[[^]]+\\]|[^/:]+)(?::(\\d{1,5}))?(?:/|$)') AS part
  WHERE part IS NOT NULL
  UNION
  SELECT lower(host COLLATE "C"), port FROM mail_server`;
